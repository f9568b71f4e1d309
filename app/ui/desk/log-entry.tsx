import type { ShownEntry } from "../../desk/log.ts";
import { Link } from "../link.tsx";
import { Moment } from "./moment.tsx";
import { useDeskText } from "./texts.ts";

/** @returns the text of a word of the log, or the word where it has none */
const said = (texts: Record<string, string>, word: string) =>
  Object.hasOwn(texts, word) ? texts[word]! : word;

/** A decision: who, when, what of what, why, what changed, and the button that undoes it. */
export function LogEntryCard({ entry }: { entry: ShownEntry }) {
  const { texts, t } = useDeskText("log");
  const { id, at, via, actorId, actorName, action, reason, changes, undoneBy } = entry;
  const who = via === "command" ? texts.command : (actorName ?? texts.somebody);
  return (
    <article className="label desk-message" id={`entry-${id}`}>
      <h2>
        <Subject entry={entry} />: {said(texts.actions, action)}
      </h2>
      <p className="small soft">
        {actorId === null ? who : <Link to={`/desk/people/${actorId}`}>{who}</Link>} ·{" "}
        <Moment at={at} /> · {id}
      </p>
      <Concerns entry={entry} />
      {reason !== null && <p>{t("why", { reason })}</p>}
      {changes.length > 0 && <Changes entry={entry} />}
      {undoneBy !== null && (
        <p className="small soft">
          <a href={`#entry-${undoneBy}`}>{t("undone", { id: undoneBy })}</a>
        </p>
      )}
      {entry.canBeUndone && (
        <form method="post">
          <input type="hidden" name="entry" value={id} />
          <button className="button" name="intent" value="undo" aria-label={t("undoEntry", { id })}>
            {texts.undo}
          </button>
        </form>
      )}
    </article>
  );
}

/** What was decided on, e.g. "Price 7". */
function Subject({ entry: { subject } }: { entry: ShownEntry }) {
  const { texts } = useDeskText("log");
  const [kind = "", id = ""] = subject.split(":");
  const name = said(texts.kinds, kind);
  // Of a person the name is told, not the id.
  return <>{kind === "person" || id === "" ? name : `${name} ${id}`}</>;
}

/** The bottle and the person that it concerns. */
function Concerns({ entry }: { entry: ShownEntry }) {
  const { texts } = useDeskText("log");
  const { perfume, perfumeId, personId, personName } = entry;
  if (perfumeId === null && personId === null) return null;
  return (
    <p>
      {perfumeId !== null && (
        <Link to={`/desk/perfumes/${perfumeId}`}>
          {perfume ? `${perfume.marca} · ${perfume.nombre}` : `${texts.kinds.perfume} ${perfumeId}`}
        </Link>
      )}
      {perfumeId !== null && personId !== null && " · "}
      {personId !== null && (
        <Link to={`/desk/people/${personId}`}>{personName ?? texts.somebody}</Link>
      )}
    </p>
  );
}

function Changes({ entry: { id, changes } }: { entry: ShownEntry }) {
  const { texts } = useDeskText("log");
  const value = (text: string | null) => (text === null ? "–" : said(texts.values, text));
  return (
    <details>
      <summary>
        {texts.what}
        <span className="unseen"> ({id})</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{said(texts.fields, field)}</th>
              <td>{value(before)}</td>
              <td>{value(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
