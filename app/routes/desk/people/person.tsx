import { suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { isTrusted } from "#app/domain/accounts/new-people.ts";
import { findPerson, maxRows, whatTheyDid } from "#app/domain/desk/find-people.ts";
import { decisionsAbout } from "#app/domain/desk/log/audit.ts";
import { mayLift, mayTouch } from "#app/domain/desk/sanctions.ts";
import { asSeenBy } from "#app/domain/desk/roles.ts";
import { waitsForAge } from "#app/domain/voices/trust.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { noSuchAddress, operator } from "../guard.ts";
import { formatIn } from "#app/i18n/format.ts";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { Route } from "./+types/person";
import { personIntents, suspendForm } from "./person-intents.ts";
import { Decisions, WhatTheyDid } from "./person-rows.tsx";
import type { ReactNode } from "react";
import { DeskForm } from "../desk-form.tsx";
import { PostForm } from "../post-form.tsx";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { userId, role } = operator(context);
  const db = context.get(database);
  const person = await findPerson(db, params.userId);
  if (!person) throw noSuchAddress(context);
  const now = new Date();
  const suspension = await suspensionOf(db, person.id, now);
  return {
    ...person,
    // Moderators do not see addresses (RULES.md 10.17).
    email: role === "owner" ? person.email : null,
    suspended: suspension && {
      until: suspension.until,
      notYours: (await mayLift(db, userId, suspension.entry, now))
        ? null
        : translatorIn(context.get(language)).t("messages:people.ownersSuspension"),
    },
    isNew: await waitsForAge(db, person.id, ballotOf(context), now),
    isTrusted: await isTrusted(db, person.id),
    mayTouch: await mayTouch(db, userId, person.id, now),
    mayName: role === "owner",
    isSelf: userId === person.id,
    did: await whatTheyDid(db, person.id),
    decisions: (await decisionsAbout(db, person.id, maxRows)).map((entry) => ({
      ...entry,
      reason: entry.reason && asSeenBy(role, entry.reason),
    })),
  };
}

type PersonData = Route.ComponentProps["loaderData"];

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

export function Actions({ person }: { person: PersonData }) {
  const { t } = useDeskTranslations();
  const { suspended, isNew, isTrusted, mayName, role } = person;
  const { counts } = person.did;
  return (
    <>
      {suspended?.notYours ? (
        <p className="soft">{suspended.notYours}</p>
      ) : suspended ? (
        <Plain intent="restore">{t("desk:person.restore")}</Plain>
      ) : (
        <Suspension isSelf={person.isSelf} />
      )}
      <div className="desk-buttons">
        {counts.reviews > 0 && (
          <Plain intent="remove-reviews">{t("desk:person.removeReviews")}</Plain>
        )}
        {counts.votes + counts.verdicts + counts.tests > 0 && (
          <Plain intent="remove-votes">{t("desk:person.removeVotes")}</Plain>
        )}
        {counts.prices > 0 && <Plain intent="remove-prices">{t("desk:person.removePrices")}</Plain>}
      </div>
      {counts.reviews + counts.votes + counts.verdicts + counts.tests + counts.prices > 0 && (
        <p className="small soft">{t("desk:person.reversible")}</p>
      )}
      {isNew && <Plain intent="count-now">{t("desk:person.countNow")}</Plain>}
      {isTrusted && <p className="soft">{t("desk:person.countsNow")}</p>}
      {mayName && (
        <div className="desk-buttons">
          {(["moderator", "owner"] as const)
            .filter((one) => one !== role)
            .map((one) => (
              <Plain key={one} intent="grant" role={one}>
                {t("desk:person.grant")}: {t(`desk:person.roles.${one}`)}
              </Plain>
            ))}
          {role !== null && <Plain intent="revoke">{t("desk:person.revoke")}</Plain>}
        </div>
      )}
    </>
  );
}

function Plain({ intent, role, children }: { intent: string; role?: string; children: ReactNode }) {
  return (
    <PostForm>
      <input type="hidden" name="intent" value={intent} />
      {role && <input type="hidden" name="role" value={role} />}
      <button className="button">{children}</button>
    </PostForm>
  );
}

function Suspension({ isSelf }: Pick<PersonData, "isSelf">) {
  const { t } = useDeskTranslations();
  if (isSelf) return <p className="soft">{t("desk:person.ownAccount")}</p>;
  return (
    <section aria-labelledby="suspend-title">
      <h2 id="suspend-title">{t("desk:person.suspendTitle")}</h2>
      <DeskForm
        form={suspendForm}
        className="form label"
        inputs={{
          reason: { hint: t("desk:person.reasonHint"), rows: 2 },
          days: { hint: t("desk:person.daysHint") },
        }}
        submit={t("desk:person.suspend")}
        main
      />
    </section>
  );
}
