import type { ReactNode } from "react";
import { decisionsAbout } from "#app/domain/desk/log/audit.ts";
import { findPerson, maxRows, whatTheyDid } from "#app/domain/desk/find-people.ts";
import { suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { mayTouch } from "#app/domain/desk/sanctions.ts";
import { asSeenBy } from "#app/domain/desk/without-addresses.ts";
import { formatIn } from "#app/i18n/format.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { entryPath } from "../log-entry.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../desk-text.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { Link } from "#app/ui/link.tsx";
import { Controls, Submit } from "#app/ui/submit.tsx";
import { act } from "../act.ts";
import { DeskPage, type StayingAnswer } from "../desk-page.tsx";
import { noSuchAddress, operator } from "../guard.ts";
import type { Route } from "./+types/person";
import { intentsOn, suspendForm } from "./person-intents.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** Somebody, what they did, and what was decided about them (RULES.md 27). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { userId, role } = operator(context);
  const db = context.get(database);
  const person = await findPerson(db, params.userId);
  if (!person) throw noSuchAddress(context);
  const now = new Date();
  const { date, number } = formatIn(context.get(language));
  const suspension = await suspensionOf(db, person.id, now);
  const did = await whatTheyDid(db, person.id);
  const bottle = (row: { originalId: number; originalMarca: string; originalNombre: string }) => ({
    name: `${row.originalMarca} · ${row.originalNombre}`,
    path: deskPath(row.originalId),
  });
  return {
    id: person.id,
    username: person.username,
    since: date(person.since),
    role: person.role,
    // Moderators see no addresses (RULES.md 27.1).
    email: role === "owner" ? person.email : null,
    suspended: suspension && { until: suspension.until && date(suspension.until) },
    mayTouch: await mayTouch(db, userId, person.id, now),
    mayName: role === "owner",
    isSelf: userId === person.id,
    counts: did.counts,
    shownRows: number(maxRows),
    votes: did.votes.map((row) => ({
      ...bottle(row),
      id: row.id,
      text: `${row.voto === 1 ? "+1" : "−1"} ${row.marca} · ${row.nombre}`,
      at: date(row.at),
    })),
    reviews: did.reviews.map((row) => ({
      ...bottle(row),
      id: row.id,
      text: row.description,
      language: row.language,
      state: row.state,
      at: date(row.at),
    })),
    suggestions: did.suggestions.map(({ id, kind, bottleId, marca, nombre, state, at }) => ({
      text: `${marca} · ${nombre}`,
      // Where it is decided on, or the bottle that it became.
      path:
        state === "waiting"
          ? `/desk/queue?item=${kind}:${id}`
          : bottleId === null
            ? null
            : deskPath(bottleId),
      state,
      at: date(at),
    })),
    prices: did.prices.map((row) => ({
      id: row.id,
      path: row.state === "held" ? `/desk/queue?item=price:${row.id}` : deskPath(row.originalId),
      name: `${row.marca} · ${row.nombre}`,
      text: row.shop,
      state: row.state,
      at: date(row.at),
    })),
    decisions: (await decisionsAbout(db, person.id, maxRows)).map((entry) => ({
      id: entry.id,
      action: entry.action,
      reason: entry.reason && asSeenBy(role, entry.reason),
      via: entry.via,
      who: entry.actorName,
      at: date(entry.at),
    })),
    constraints: suspendForm.constraints,
  };
}

export function action({ request, params, context }: Route.ActionArgs) {
  return act(request, context, intentsOn(request, context, params.userId));
}

/** The bottle at the desk. */
const deskPath = (id: number) => `/desk/perfumes/${id}`;

type Data = Route.ComponentProps["loaderData"];

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { texts } = useDeskText("person");
  const answer = actionData as StayingAnswer | undefined;
  const refusal = answer && !("asks" in answer) ? answer : undefined;
  const { votes, reviews, suggestions, prices, counts, decisions } = loaderData;
  const states: Record<string, string> = texts.states;
  return (
    <DeskPage title={loaderData.username ?? texts.nameless} answer={answer}>
      <Facts person={loaderData} />
      {loaderData.mayTouch ? (
        <Actions person={loaderData} refusal={refusal} />
      ) : (
        <p className="soft">{texts.notYours}</p>
      )}
      <Rows title={texts.reviews} count={counts.reviews} shown={loaderData.shownRows}>
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
      <Rows title={texts.votes} count={counts.votes} shown={loaderData.shownRows}>
        {votes.map(({ id, text, at, name, path }) => (
          <li key={id}>
            {text} → <Link to={path}>{name}</Link> <span className="small soft">{at}</span>
          </li>
        ))}
      </Rows>
      <Rows title={texts.suggestions} count={counts.suggestions} shown={loaderData.shownRows}>
        {suggestions.map(({ text, path, state, at }) => (
          <li key={`${text} ${at}`}>
            {path === null ? text : <Link to={path}>{text}</Link>}{" "}
            <span className="small soft">
              {states[state]} · {at}
            </span>
          </li>
        ))}
      </Rows>
      <Rows title={texts.prices} count={counts.prices} shown={loaderData.shownRows}>
        {prices.map(({ id, text, state, at, name, path }) => (
          <li key={id}>
            <Link to={path}>{name}</Link>: {text}{" "}
            <span className="small soft">
              {texts.priceStates[state]} · {at}
            </span>
          </li>
        ))}
      </Rows>
      <Decisions decisions={decisions} id={loaderData.id} />
    </DeskPage>
  );
}

function Facts({ person }: { person: Data }) {
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

function Actions({ person, refusal }: { person: Data; refusal: Refusal | undefined }) {
  const { texts } = useDeskText("person");
  const { suspended, counts, mayName, role } = person;
  return (
    <>
      {suspended ? (
        <Plain intent="restore">{texts.restore}</Plain>
      ) : (
        <Suspension person={person} refusal={refusal} />
      )}
      <div className="desk-buttons">
        {counts.reviews > 0 && <Plain intent="remove-reviews">{texts.removeReviews}</Plain>}
        {counts.votes > 0 && <Plain intent="remove-votes">{texts.removeVotes}</Plain>}
      </div>
      {counts.reviews + counts.votes > 0 && <p className="small soft">{texts.reversible}</p>}
      {mayName && (
        <div className="desk-buttons">
          {(["moderator", "owner"] as const)
            .filter((one) => one !== role)
            .map((one) => (
              <Plain key={one} intent="grant" role={one}>
                {texts.grant}: {texts.roles[one]}
              </Plain>
            ))}
          {role !== null && <Plain intent="revoke">{texts.revoke}</Plain>}
        </div>
      )}
    </>
  );
}

/** A button that is a form. */
function Plain({ intent, role, children }: { intent: string; role?: string; children: ReactNode }) {
  return (
    <PostForm>
      <input type="hidden" name="intent" value={intent} />
      {role && <input type="hidden" name="role" value={role} />}
      <button className="button">{children}</button>
    </PostForm>
  );
}

function Suspension({ person, refusal }: { person: Data; refusal: Refusal | undefined }) {
  const { texts } = useDeskText("person");
  if (person.isSelf) return <p className="soft">{texts.ownAccount}</p>;
  return (
    <section aria-labelledby="suspend-title">
      <h2 id="suspend-title">{texts.suspendTitle}</h2>
      <SuspendForm constraints={person.constraints} refusal={refusal} />
    </section>
  );
}

function SuspendForm({
  constraints,
  refusal,
}: {
  constraints: Data["constraints"];
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("person");
  const { formProps, fields } = useSiteForm<"reason" | "days">("suspend", { constraints, refusal });
  return (
    <PostForm className="form label" {...formProps}>
      <Controls name={texts.suspendTitle} sending={false}>
        <TextField field={fields.reason} label={texts.reason} hint={texts.reasonHint} rows={2} />
        <Field
          field={fields.days}
          label={texts.days}
          hint={texts.daysHint}
          inputMode="numeric"
          autoComplete="off"
        />
        <Submit intent="suspend" sending={false}>
          {texts.suspend}
        </Submit>
      </Controls>
    </PostForm>
  );
}

function Rows({
  title,
  count,
  shown,
  children,
}: {
  title: string;
  count: number;
  shown: string;
  children: ReactNode[];
}) {
  const { texts, t } = useDeskText("person");
  return (
    <section>
      <h2>
        {title} ({count})
      </h2>
      {children.length === 0 ? <p>{texts.none}</p> : <ul className="desk-rows">{children}</ul>}
      {count > children.length && children.length > 0 && (
        <p className="small soft">{t("newest", { count: shown })}</p>
      )}
    </section>
  );
}

function Decisions({ decisions, id: personId }: Pick<Data, "decisions" | "id">) {
  const { texts } = useDeskText("person");
  const { texts: log } = useDeskText("log");
  const actions: Record<string, string> = log.actions;
  return (
    <section>
      <h2>{texts.decisions}</h2>
      {decisions.length === 0 && <p>{texts.none}</p>}
      <ul className="desk-rows">
        {decisions.map(({ id, action, reason, via, who, at }) => (
          <li key={id}>
            <Link to={entryPath(id)}>{actions[action] ?? action}</Link>{" "}
            <span className="small soft">
              {via === "command" ? log.command : (who ?? log.somebody)} · {at}
            </span>
            {reason !== null && <p>{reason}</p>}
          </li>
        ))}
      </ul>
      <p>
        <Link className="button" to={`/desk/log?person=${encodeURIComponent(personId)}`}>
          {log.title}
        </Link>
      </p>
    </section>
  );
}
