import { formatIn } from "#app/i18n/format.ts";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { Route } from "./+types/person";
import { loadPerson, type PersonData } from "./load-person.ts";
import { Actions } from "./person-actions.tsx";
import { personIntents } from "./person-intents.ts";
import { Decisions, WhatTheyDid } from "./person-rows.tsx";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const loader = ({ params, context }: Route.LoaderArgs) => loadPerson(context, params.userId);

export const action = ({ request, params: { userId }, context }: Route.ActionArgs) =>
  act(request, context, personIntents({ request, context, userId }));

export default function Person({ loaderData: person }: Route.ComponentProps) {
  const { t } = useDeskTranslations();
  return (
    <DeskPage title={person.username ?? t("desk:person.nameless")}>
      <Facts person={person} />
      {person.mayTouch ? (
        <Actions person={person} />
      ) : (
        <p className="soft">{t("desk:person.notYours")}</p>
      )}
      <WhatTheyDid did={person.did} />
      <Decisions decisions={person.decisions} id={person.id} />
    </DeskPage>
  );
}

function Facts({ person: { suspended, since, email, role } }: { person: PersonData }) {
  const { language, t } = useDeskTranslations();
  const { date } = formatIn(language);
  const state = !suspended
    ? t("desk:person.active")
    : suspended.until === null
      ? t("desk:person.suspendedForGood")
      : t("desk:person.suspendedUntil", { date: date(suspended.until) });
  const facts = [
    [t("desk:person.since"), date(since)],
    ...(email === null ? [] : [[t("desk:person.email"), email]]),
    [t("desk:person.role"), t(`desk:person.roles.${role ?? "none"}`)],
    [t("desk:person.state"), state],
  ];
  return (
    <dl className="desk-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
