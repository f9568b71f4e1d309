import type { ShownEntry } from "#app/domain/desk/log/shown-log.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { Changes } from "./log-changes.tsx";
import { Moment } from "./moment.tsx";
import { UndoForm } from "./undo-form.tsx";
import { useDeskText, wordIn } from "./use-desk-text.ts";

export const entryPath = (id: number) => `/desk/log?entry=${id}`;

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
  const done = wordIn(texts.actions, `${action}-${kind}`, wordIn(texts.actions, action));
  return (
    <article className="label desk-entry" id={`entry-${id}`}>
      <p className="brand">
        {wordIn(texts.kinds, kind)} {number !== null && <small>{number}</small>}
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
        {changes.length > 0 && <Changes id={id} changes={changes} />}
        {entry.canBeUndone && <UndoForm entries={[id]} label={t("undoEntry", { id })} />}
      </div>
    </article>
  );
}

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
  return (
    <>{number === null ? wordIn(texts.kinds, kind) : `${wordIn(texts.kinds, kind)} ${number}`}</>
  );
}

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
