import css from "#app/styles/verdicts.css?inline";
import fieldsCss from "#app/styles/fields.css?inline";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { type PanelProps, VerdictForm } from "./verdict-form.tsx";

/** What people say of a dupe against its original, and a form to say it (RULES.md 5.10). Never hydrated. */
export function VerdictPanel({ open, refusal }: PanelProps) {
  const { dupe, action, title, hasOwn, texts } = open;
  return (
    <section className="verdict" id="verdict" aria-labelledby="verdict-title">
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="verdicts" css={css} />
      <h4 id="verdict-title">{title}</h4>
      <div>
        <Results open={open} />
      </div>
      <div>
        <Refused refusal={refusal} />
        <VerdictForm open={open} refusal={refusal} />
        {hasOwn && (
          <form method="post" action={action}>
            <input type="hidden" name="dupe_id" value={dupe.id} />
            <button className="button" name="intent" value="delete-verdict">
              {texts.delete}
            </button>
          </form>
        )}
      </div>
    </section>
  );
}

function Results({ open: { results, texts, byLasting } }: Pick<PanelProps, "open">) {
  if (results.length === 0) return <p className="small soft">{texts.few}</p>;
  return (
    <>
      <table>
        <caption>{texts.results}</caption>
        {results.map(({ question, answers }) => (
          <tbody key={question}>
            <tr>
              <th colSpan={3} scope="rowgroup">
                {question}
              </th>
            </tr>
            {answers.map(({ answer, percent, figure }) => (
              <tr key={answer}>
                <th scope="row">{answer}</th>
                <td>{figure}</td>
                <td aria-hidden="true">
                  <svg width={`${percent}%`} height="8" />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p>
        <a href={byLasting}>{texts.byLasting}</a>
      </p>
    </>
  );
}
