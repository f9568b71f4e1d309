import { Fragment } from "react";
import type { ShownEntry } from "#app/domain/desk/log/shown-log.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { bottlePath, entryPath } from "./desk-paths.ts";
import { ChangesTable, toldFields } from "./log-changes.tsx";
import { Moment } from "./moment.tsx";
import { UndoForm } from "./undo-form.tsx";
import { decisionInWords, useDeskTranslations, wordIn } from "./use-desk-translations.ts";

interface EntryProps {
  entry: ShownEntry;
}

export function LogEntryCard({
  entry,
  heading: Heading = "h2",
}: EntryProps & { heading?: "h2" | "h3" }) {
  const { language, t } = useDeskTranslations();
  const { id, at, actorId, subject, reason } = entry;
  const [kind = "", number] = subject.split(":");
  const { who, what } = decisionInWords(language, entry);
  return (
    <article className="label desk-entry" id={`entry-${id}`}>
      <p className="brand">
        {wordIn(t("desk:log.kinds", { returnObjects: true }), kind)}{" "}
        {number && kind !== "person" && <small>{number}</small>}
      </p>
      <Heading>
        <Title entry={entry} />: {what}
      </Heading>
      <p className="small soft">
        {actorId === null ? who : <Link to={`/desk/people/${actorId}`}>{who}</Link>} ·{" "}
        <Moment at={at} /> · <Link to={entryPath(id)}>{t("desk:log.entry", { id })}</Link>
        <Links entry={entry} />
      </p>
      {reason !== null && <p>{t("desk:log.why", { reason })}</p>}
      <div className="desk-undo">
        {toldFields(entry).length > 0 && (
          <details>
            <summary>
              {t("desk:log.what")}
              <span className="unseen"> ({id})</span>
            </summary>
            <ChangesTable {...entry} />
          </details>
        )}
        {entry.canBeUndone && <UndoForm entries={[id]} label={t("desk:log.undoEntry", { id })} />}
      </div>
    </article>
  );
}

const named = /^(?:perfume|dupe)(?:-suggestion)?:/u;

/** The name is the present one, or what the entry says of what is gone. */
function Title({ entry: { subject, perfumeId, personName, names, ...entry } }: EntryProps) {
  const { language, t } = useDeskTranslations();
  const [kind = "", number] = subject.split(":");
  const format = formatIn(language);
  const { marca, nombre, amount, currency, size } = { ...entry.after, ...entry.before };
  const bottle = names.get(`perfume:${perfumeId}`);
  if (typeof amount === "number" && typeof currency === "string")
    return [
      writeAmount(format, amount, currency),
      ...(typeof size === "number" ? [format.millilitres(size)] : []),
      ...(bottle ? [bottle.nombre] : []),
    ].join(" · ");
  if (kind === "person") return personName ?? t("desk:person.nameless");
  const name = kind === "review" ? bottle : names.get(subject);
  if (name) return `${name.marca} · ${name.nombre}`;
  if (named.test(subject) && marca && nombre) return `${marca} · ${nombre}`;
  return [wordIn(t("desk:log.kinds", { returnObjects: true }), kind), number].join(" ").trim();
}

function Links({ entry }: EntryProps) {
  const { t } = useDeskTranslations();
  const { perfumeId, personId, personName, undoneBy, undoes, names } = entry;
  const bottle = names.get(`perfume:${perfumeId}`);
  const links = [
    ...(bottle ? [[bottlePath(perfumeId!), `${bottle.marca} · ${bottle.nombre}`]] : []),
    ...(personId === null
      ? []
      : [[`/desk/people/${personId}`, personName ?? t("desk:person.nameless")]]),
    ...(undoneBy === null ? [] : [[entryPath(undoneBy), t("desk:log.undone", { id: undoneBy })]]),
    ...(undoes === null ? [] : [[entryPath(undoes), t("desk:log.undoes", { id: undoes })]]),
  ];
  return links.map(([to, text]) => (
    <Fragment key={to}>
      {" · "}
      <Link to={to!}>{text}</Link>
    </Fragment>
  ));
}
