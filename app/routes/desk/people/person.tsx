import { formatIn } from "#app/i18n/format.ts";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { useDeskText } from "../use-desk-text.ts";
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
  const { texts } = useDeskText("person");
  return (
    <DeskPage title={person.username ?? texts.nameless}>
      <Facts person={person} />
      {person.mayTouch ? <Actions person={person} /> : <p className="soft">{texts.notYours}</p>}
      <WhatTheyDid did={person.did} />
      <Decisions decisions={person.decisions} id={person.id} />
    </DeskPage>
  );
}

function Facts({ person: { suspended, since, email, role } }: { person: PersonData }) {
  const { language, texts, t } = useDeskText("person");
  const { date } = formatIn(language);
  const state = !suspended
    ? texts.active
    : suspended.until === null
      ? texts.suspendedForGood
      : t("suspendedUntil", { date: date(suspended.until) });
  const facts = [
    [texts.since, date(since)],
    ...(email === null ? [] : [[texts.email, email]]),
    [texts.role, texts.roles[role ?? "none"]],
    [texts.state, state],
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
