import type { RouterContextProvider } from "react-router";
import { suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { isTrusted } from "#app/domain/accounts/new-people.ts";
import { findPerson, maxRows, whatTheyDid } from "#app/domain/desk/find-people.ts";
import { decisionsAbout } from "#app/domain/desk/log/audit.ts";
import { mayLift, mayTouch } from "#app/domain/desk/sanctions.ts";
import { asSeenBy } from "#app/domain/desk/roles.ts";
import { waitsForAge } from "#app/domain/voices/waits.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { noSuchAddress, operator } from "../guard.ts";

export type PersonData = Awaited<ReturnType<typeof loadPerson>>;

export async function loadPerson(context: Readonly<RouterContextProvider>, id: string) {
  const { userId, role } = operator(context);
  const db = context.get(database);
  const person = await findPerson(db, id);
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
