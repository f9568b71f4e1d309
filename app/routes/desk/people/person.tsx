import { Link } from "#app/ui/link.tsx";
import { act } from "../act.ts";
import { DeskPage, refusalIn, type StayingAnswer } from "../desk-page.tsx";
import { useDeskText } from "../use-desk-text.ts";
import type { Route } from "./+types/person";
import { loadPerson, type PersonData } from "./load-person.ts";
import { Actions } from "./person-actions.tsx";
import { Decisions, Rows } from "./person-rows.tsx";
import { sanctionIntents, suspendForm } from "./sanction-intents.ts";
import { grant, revoke } from "#app/domain/desk/roles.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { deskText } from "#app/i18n/desk-text.server.ts";
import type { Intent } from "../answers.ts";
import { rawForm } from "../raw-form.ts";
import { requireRecentSignIn } from "../require-confirmation.ts";
import { answer, notAllowed, type PersonPage, personPath } from "./person-answers.ts";

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

/** Owners' changes of roles (RULES.md 10). */
const roleIntents = (page: PersonPage): Record<string, Intent> => ({
  grant: roleIntent(page, "grant"),
  revoke: roleIntent(page, "revoke"),
});

const roleIntent =
  (page: PersonPage, intent: "grant" | "revoke"): Intent =>
  async (form, by) => {
    const { request, context, userId } = page;
    const db = context.get(database);
    const role = textOf(form, "role");
    const sent = rawForm(form, "grant");
    if (by.role !== "owner") return notAllowed(page, sent);
    if (intent === "grant" && role !== "moderator" && role !== "owner")
      return refuse(context, sent, 422, { message: "people.failed" });
    return attempt(context, sent, "people.failed", async () => {
      const texts = deskText(context.get(language), "person");
      const again = await requireRecentSignIn(request, context, form, {
        title: texts[intent],
        submit: texts[intent],
        back: personPath(userId),
      });
      if (again) return again;
      const done =
        intent === "revoke"
          ? await revoke(db, userId, by.userId, new Date())
          : await grant(db, userId, role as "moderator" | "owner", by.userId, new Date());
      return answer(page, sent, done, "people.roleGiven");
    });
  };
