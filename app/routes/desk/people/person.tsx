import { Link } from "#app/ui/link.tsx";
import { act } from "../act.ts";
import { DeskPage, refusalIn, type StayingAnswer } from "../desk-page.tsx";
import { useDeskText } from "../use-desk-text.ts";
import type { Route } from "./+types/person";
import { loadPerson, type PersonData } from "./load-person.ts";
import { Actions } from "./person-actions.tsx";
import { Decisions, Rows } from "./person-rows.tsx";
import { roleIntents } from "./role-intents.ts";
import { sanctionIntents, suspendForm } from "./sanction-intents.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return {
    person: await loadPerson(context, params.userId),
    constraints: suspendForm.constraints,
  };
}

export function action({ request, params: { userId }, context }: Route.ActionArgs) {
  const page = { request, context, userId };
  return act(request, context, { ...sanctionIntents(page), ...roleIntents(page) });
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { texts } = useDeskText("person");
  const answer = actionData as StayingAnswer | undefined;
  const { person, constraints } = loaderData;
  const { votes, verdicts, reviews, suggestions, prices, counts, decisions } = person;
  const states: Record<string, string> = texts.states;
  return (
    <DeskPage title={person.username ?? texts.nameless} answer={answer}>
      <Facts person={person} />
      {person.mayTouch ? (
        <Actions {...{ person, constraints }} refusal={refusalIn(answer)} />
      ) : (
        <p className="soft">{texts.notYours}</p>
      )}
      <Rows title={texts.reviews} count={counts.reviews} shown={person.shownRows}>
        {reviews.map(({ id, text, language, state, at, name, path }) => (
          <li key={id}>
            <blockquote lang={language ?? undefined}>{text}</blockquote>
            <Link to={path}>{name}</Link>{" "}
            <span className="small soft">
              {states[state]} · {at}
            </span>
          </li>
        ))}
      </Rows>
      {(
        [
          ["votes", votes],
          ["verdicts", verdicts],
        ] as const
      ).map(([kind, rows]) => (
        <Rows key={kind} title={texts[kind]} count={counts[kind]} shown={person.shownRows}>
          {rows.map(({ id, text, at, name, path }) => (
            <li key={id}>
              {text} → <Link to={path}>{name}</Link> <span className="small soft">{at}</span>
            </li>
          ))}
        </Rows>
      ))}
      <Rows title={texts.suggestions} count={counts.suggestions} shown={person.shownRows}>
        {suggestions.map(({ text, path, state, at }) => (
          <li key={`${text} ${at}`}>
            {path === null ? text : <Link to={path}>{text}</Link>}{" "}
            <span className="small soft">
              {states[state]} · {at}
            </span>
          </li>
        ))}
      </Rows>
      <Rows title={texts.prices} count={counts.prices} shown={person.shownRows}>
        {prices.map(({ id, text, state, at, name, path }) => (
          <li key={id}>
            <Link to={path}>{name}</Link>: {text}{" "}
            <span className="small soft">
              {texts.priceStates[state]} · {at}
            </span>
          </li>
        ))}
      </Rows>
      <Decisions decisions={decisions} id={person.id} />
    </DeskPage>
  );
}

function Facts({ person }: { person: PersonData }) {
  const { texts, t } = useDeskText("person");
  const { suspended } = person;
  const state = !suspended
    ? texts.active
    : suspended.until === null
      ? texts.suspendedForGood
      : t("suspendedUntil", { date: suspended.until });
  const facts = [
    [texts.since, person.since],
    ...(person.email === null ? [] : [[texts.email, person.email]]),
    [texts.role, texts.roles[person.role ?? "none"]],
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
