import type { ShownEntry } from "#app/domain/desk/log/shown-log.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { LogValue, said } from "./log-value.tsx";
import { Moment } from "./moment.tsx";
import { PostForm } from "./post-form.tsx";
import { useDeskText } from "./desk-text.ts";

/** The way to one entry of the log. */
export const entryPath = (id: number) => `/desk/log?entry=${id}`;

/** A decision: what of what, who, when, why, what changed, and the button that undoes it. */
export function LogEntryCard({
  entry,
  heading: Heading = "h2",
}: {
  entry: ShownEntry;
  heading?: "h2" | "h3";
}) {
  const { texts, t } = useDeskText("log");
  const { id, at, via, actorId, actorName, kind, number, action, reason, changes } = entry;
  const who = via === "command" ? texts.command : (actorName ?? texts.somebody);
  const done = said(texts.actions, `${action}-${kind}`, said(texts.actions, action));
  return (
    <article className="label desk-entry" id={`entry-${id}`}>
      <p className="brand">
        {said(texts.kinds, kind)} {number !== null && <small>{number}</small>}
      </p>
      <Heading>
        <Title entry={entry} />: {done}
      </Heading>
      <p className="small soft">
        {actorId === null ? who : <Link to={`/desk/people/${actorId}`}>{who}</Link>} ·{" "}
        <Moment at={at} /> · <Link to={entryPath(id)}>{t("entry", { id })}</Link>
        <Concerns entry={entry} />
        <Undoing entry={entry} />
      </p>
      {reason !== null && <p>{t("why", { reason })}</p>}
      <div className="desk-undo">
        {changes.length > 0 && <Changes entry={entry} />}
        {entry.canBeUndone && (
          <PostForm>
            <input type="hidden" name="entry" value={id} />
            <button
              className="button"
              name="intent"
              value="undo"
              aria-label={t("undoEntry", { id })}
            >
              {texts.undo}
            </button>
          </PostForm>
        )}
      </div>
    </article>
  );
}

/** What was decided on, by its name. */
function Title({ entry: { title, perfume, personName, kind, number } }: { entry: ShownEntry }) {
  const { language, texts } = useDeskText("log");
  const { texts: person } = useDeskText("person");
  const { money, millilitres } = formatIn(language);
  if (title?.kind === "price") {
    const { amount, currency, size } = title;
    return (
      <>
        {money(amount, currency)}
        {size !== null && ` · ${millilitres(size)}`}
        {perfume?.named && ` · ${perfume.named.nombre}`}
      </>
    );
  }
  if (title) return <>{`${title.marca} · ${title.nombre}`}</>;
  if (kind === "person") return <>{personName ?? person.nameless}</>;
  if (kind === "review" && perfume?.named)
    return <>{`${perfume.named.marca} · ${perfume.named.nombre}`}</>;
  return <>{number === null ? said(texts.kinds, kind) : `${said(texts.kinds, kind)} ${number}`}</>;
}

/** The bottle and the person that it concerns. */
function Concerns({ entry: { perfume, personId, personName } }: { entry: ShownEntry }) {
  const { texts } = useDeskText("person");
  return (
    <>
      {perfume?.named && (
        <>
          {" · "}
          <Link to={`/desk/perfumes/${perfume.id}`}>
            {perfume.named.marca} · {perfume.named.nombre}
          </Link>
        </>
      )}
      {personId !== null && (
        <>
          {" · "}
          <Link to={`/desk/people/${personId}`}>{personName ?? texts.nameless}</Link>
        </>
      )}
    </>
  );
}

/** The ways to the entry that undid it, and to the one that it undid. */
function Undoing({ entry: { undoneBy, undoes } }: { entry: ShownEntry }) {
  const { t } = useDeskText("log");
  return (
    <>
      {undoneBy !== null && (
        <>
          {" · "}
          <Link to={entryPath(undoneBy)}>{t("undone", { id: undoneBy })}</Link>
        </>
      )}
      {undoes !== null && (
        <>
          {" · "}
          <Link to={entryPath(undoes)}>{t("undoes", { id: undoes })}</Link>
        </>
      )}
    </>
  );
}

function Changes({ entry: { id, changes } }: { entry: ShownEntry }) {
  const { texts } = useDeskText("log");
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
              <td>
                <LogValue value={before} />
              </td>
              <td>
                <LogValue value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
