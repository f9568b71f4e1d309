import { Link } from "../../link.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../texts.ts";

interface Entry {
  id: number;
  /** ISO 8601 */
  at: string;
  when: string;
  who: string;
  what: string;
  changes: { field: string; before: string | null; after: string | null }[];
  why: string | null;
  undoable: boolean;
}

/** What operators decided on a bottle, the newest first. */
export function HistorySection({
  id,
  entries,
  page,
  more,
}: {
  id: number;
  entries: Entry[];
  page: number;
  more: boolean;
}) {
  const { texts } = useDeskText("catalogue");
  const inLog = useDeskText("log");
  return (
    <section className="form label" id="history">
      <h2>{texts.history}</h2>
      {entries.length === 0 && <p>{texts.nothing}</p>}
      <ul className="desk-list">
        {entries.map((entry) => (
          <li key={entry.id}>
            <p>
              <Link to={`/desk/log?entry=${entry.id}`}>
                <b>{entry.what}</b> <span className="unseen">{`(${inLog.texts.title})`}</span>
              </Link>{" "}
              <span className="small soft">
                {entry.who} ·{" "}
                <time dateTime={entry.at} title={entry.at}>
                  {entry.when}
                </time>
              </span>
            </p>
            {entry.changes.length > 0 && (
              <dl className="desk-changes small">
                {entry.changes.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>
                      {before !== null && <del>{before}</del>}
                      {before !== null && after !== null && " → "}
                      {after !== null && <ins>{after}</ins>}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {entry.why && <p className="small">{inLog.t("why", { reason: entry.why })}</p>}
            {entry.undoable && (
              <PostForm>
                <input type="hidden" name="entry" value={entry.id} />
                <button
                  className="button"
                  name="intent"
                  value="undo"
                  aria-label={`${texts.undo}: ${entry.what} (${entry.when})`}
                >
                  {texts.undo}
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      <p className="desk-buttons">
        {page > 1 && (
          <Link to={`/desk/perfumes/${id}${page === 2 ? "" : `?page=${page - 1}`}#history`}>
            {texts.newer}
          </Link>
        )}
        {more && <Link to={`/desk/perfumes/${id}?page=${page + 1}#history`}>{texts.older}</Link>}
      </p>
    </section>
  );
}
