import type { ShownEntry } from "#app/domain/desk/log/shown-log.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { Changes } from "./log-changes.tsx";
import { Moment } from "./moment.tsx";
import { entryPath } from "./desk-paths.ts";
import { UndoForm } from "./undo-form.tsx";
import { useDeskTranslations, wordIn } from "./use-desk-translations.ts";

export function LogEntryCard({
  entry,
  heading: Heading = "h2",
}: {
  entry: ShownEntry;
  heading?: "h2" | "h3";
}) {
  const { t } = useDeskTranslations();
  const { id, at, via, actorId, actorName, kind, number, action, reason, changes } = entry;
  const who = via === "command" ? t("desk:log.command") : (actorName ?? t("desk:log.somebody"));
  const actions = t("desk:log.actions", { returnObjects: true });
  const done = wordIn(actions, `${action}-${kind}`, wordIn(actions, action));
  return (
    <article className="label desk-entry" id={`entry-${id}`}>
      <p className="brand">
        {wordIn(t("desk:log.kinds", { returnObjects: true }), kind)}{" "}
        {number !== null && <small>{number}</small>}
      </p>
      <Heading>
        <Title entry={entry} />: {done}
      </Heading>
      <p className="small soft">
        {actorId === null ? who : <Link to={`/desk/people/${actorId}`}>{who}</Link>} ·{" "}
        <Moment at={at} /> · <Link to={entryPath(id)}>{t("desk:log.entry", { id })}</Link>
        <Concerns entry={entry} />
        <Undoing entry={entry} />
      </p>
      {reason !== null && <p>{t("desk:log.why", { reason })}</p>}
      <div className="desk-undo">
        {changes.length > 0 && <Changes id={id} changes={changes} />}
        {entry.canBeUndone && <UndoForm entries={[id]} label={t("desk:log.undoEntry", { id })} />}
      </div>
    </article>
  );
}

function Title({ entry: { title, perfume, personName, kind, number } }: { entry: ShownEntry }) {
  const { language, t } = useDeskTranslations();
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
  if (kind === "person") return <>{personName ?? t("desk:person.nameless")}</>;
  if (kind === "review" && perfume?.named)
    return <>{`${perfume.named.marca} · ${perfume.named.nombre}`}</>;
  return (
    <>
      {wordIn(t("desk:log.kinds", { returnObjects: true }), kind)}
      {number !== null && ` ${number}`}
    </>
  );
}

function Concerns({ entry: { perfume, personId, personName } }: { entry: ShownEntry }) {
  const { t } = useDeskTranslations();
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
          <Link to={`/desk/people/${personId}`}>{personName ?? t("desk:person.nameless")}</Link>
        </>
      )}
    </>
  );
}

function Undoing({ entry: { undoneBy, undoes } }: { entry: ShownEntry }) {
  const { t } = useDeskTranslations();
  return (
    <>
      {undoneBy !== null && (
        <>
          {" · "}
          <Link to={entryPath(undoneBy)}>{t("desk:log.undone", { id: undoneBy })}</Link>
        </>
      )}
      {undoes !== null && (
        <>
          {" · "}
          <Link to={entryPath(undoes)}>{t("desk:log.undoes", { id: undoes })}</Link>
        </>
      )}
    </>
  );
}
