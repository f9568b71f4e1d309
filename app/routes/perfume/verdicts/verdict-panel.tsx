import { Refused } from "#app/ui/refused.tsx";
import { type PanelProps, VerdictForm } from "./verdict-form.tsx";

/** What people say of a dupe against its original, and a form to say it (RULES.md 5.10). */
export function Verdict({
  open,
  refusal: of,
  say,
}: PanelProps & { say: { give: string; edit: string } }) {
  const { dupe, action, hasOwn, isOpen, texts } = open;
  const refusal = of?.form.endsWith("verdict") ? of : undefined;
  return (
    <>
      <Results open={open} />
      <Refused refusal={refusal} />
      <details open={isOpen || refusal !== undefined}>
        <summary>{hasOwn ? say.edit : say.give}</summary>
        <VerdictForm open={open} refusal={refusal} />
        {hasOwn && (
          <form method="post" action={action}>
            <input type="hidden" name="dupe_id" value={dupe.id} />
            <button className="button" name="intent" value="delete-verdict">
              {texts.delete}
            </button>
          </form>
        )}
      </details>
    </>
  );
}

function Results({ open: { results, texts } }: Pick<PanelProps, "open">) {
  if (results.length === 0) return <p className="small soft">{texts.few}</p>;
  return (
    <>
      <p className="small soft">{texts.results}</p>
      <dl>
        {results.map(({ question, answers }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>
              <svg width="100%" height="8" aria-hidden="true">
                {answers.map(({ answer, percent, from }) => (
                  <rect key={answer} x={`${from}%`} width={`${percent}%`} height="8" />
                ))}
              </svg>
              <ul className="small">
                {answers.map(({ answer, figure }) => (
                  <li key={answer}>
                    {answer}: <b>{figure}</b>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
