import type { ReactNode } from "react";
import { maxRows } from "#app/domain/desk/find-people.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { bottlePath, entryPath } from "../desk-paths.ts";
import { decisionInWords, useDeskTranslations } from "../use-desk-translations.ts";
import type { Route } from "./+types/person";

type PersonData = Route.ComponentProps["loaderData"];

export function WhatTheyDid({ did }: Pick<PersonData, "did">) {
  const { t } = useDeskTranslations();
  const states: Record<string, string> = t("desk:person.states", { returnObjects: true });
  return (
    <>
      <Rows kind="reviews" did={did}>
        {did.reviews.map((row) => (
          <li key={row.id}>
            <blockquote lang={row.language ?? undefined}>{row.description}</blockquote>
            <Original of={row} /> <Soft at={row.at}>{states[row.state]}</Soft>
          </li>
        ))}
      </Rows>
      <Rows kind="votes" did={did}>
        {did.votes.map((row) => (
          <Voice key={row.id} of={row} sign={row.voto === 1 ? "+1 " : "−1 "} />
        ))}
      </Rows>
      <Rows kind="verdicts" did={did}>
        {did.verdicts.map((row) => (
          <Voice key={row.id} of={row} />
        ))}
      </Rows>
      <Rows kind="tests" did={did}>
        {did.tests.map((row) => (
          <Voice key={row.id} of={row} said={t(`desk:person.${row.found ? "found" : "missed"}`)} />
        ))}
      </Rows>
      <Rows kind="suggestions" did={did}>
        {did.suggestions.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            <Suggested row={row} /> <Soft at={row.at}>{states[row.state]}</Soft>
          </li>
        ))}
      </Rows>
      <Rows kind="prices" did={did}>
        {did.prices.map((row) => (
          <li key={row.id}>
            <Link
              to={
                row.state === "held" && row.counts_from === null
                  ? `/desk/queue?item=price:${row.id}`
                  : bottlePath(row.originalId)
              }
            >
              {nameOf(row)}
            </Link>
            : {row.shop} <Soft at={row.at}>{t(`desk:person.priceStates.${row.state}`)}</Soft>
          </li>
        ))}
      </Rows>
    </>
  );
}

type Kind = "reviews" | "votes" | "verdicts" | "tests" | "suggestions" | "prices";

function Rows({
  kind,
  did: { counts },
  children,
}: Pick<PersonData, "did"> & { kind: Kind; children: ReactNode[] }) {
  const { language, t } = useDeskTranslations();
  return (
    <section>
      <h2>
        {t(`desk:person.${kind}`)} ({counts[kind]})
      </h2>
      {children.length === 0 ? (
        <p>{t("desk:person.none")}</p>
      ) : (
        <ul className="desk-rows">{children}</ul>
      )}
      {counts[kind] > children.length && children.length > 0 && (
        <p className="small soft">
          {t("desk:person.newest", { count: formatIn(language).number(maxRows) })}
        </p>
      )}
    </section>
  );
}

const nameOf = ({ marca, nombre }: { marca: string; nombre: string }) => `${marca} · ${nombre}`;

interface OfDupe {
  of: PersonData["did"]["verdicts"][number];
}

function Voice({ of, sign = "", said }: OfDupe & { sign?: string; said?: string }) {
  return (
    <li>
      {`${sign}${nameOf(of)}`} → <Original of={of} /> <Soft at={of.at}>{said}</Soft>
    </li>
  );
}

function Original({ of }: OfDupe) {
  return <Link to={bottlePath(of.originalId)}>{`${of.originalMarca} · ${of.originalNombre}`}</Link>;
}

function Suggested({ row }: { row: PersonData["did"]["suggestions"][number] }) {
  const { id, kind, state, bottleId } = row;
  if (state === "waiting") return <Link to={`/desk/queue?item=${kind}:${id}`}>{nameOf(row)}</Link>;
  return bottleId === null ? nameOf(row) : <Link to={bottlePath(bottleId)}>{nameOf(row)}</Link>;
}

function Soft({ at, children }: { at: string; children?: string | undefined }) {
  const { language } = useDeskTranslations();
  const date = formatIn(language).date(at);
  return <span className="small soft">{children ? `${children} · ${date}` : date}</span>;
}

export function Decisions({ decisions, id: personId }: Pick<PersonData, "decisions" | "id">) {
  const { language, t } = useDeskTranslations();
  return (
    <section>
      <h2>{t("desk:person.decisions")}</h2>
      {decisions.length === 0 && <p>{t("desk:person.none")}</p>}
      <ul className="desk-rows">
        {decisions.map((entry) => {
          const { who, what } = decisionInWords(language, entry);
          return (
            <li key={entry.id}>
              <Link to={entryPath(entry.id)}>{what}</Link> <Soft at={entry.at}>{who}</Soft>
              {entry.reason !== null && <p>{entry.reason}</p>}
            </li>
          );
        })}
      </ul>
      <p>
        <Link className="button" to={`/desk/log?person=${encodeURIComponent(personId)}`}>
          {t("desk:log.title")}
        </Link>
      </p>
    </section>
  );
}
