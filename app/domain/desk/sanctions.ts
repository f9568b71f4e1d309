import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import {
  type By,
  findEntry,
  hasChangedRole,
  type LogAction,
  reasonIn,
  recordDecision,
} from "./log/audit.ts";
import { countWhatTheyDid } from "./find-people.ts";
import { isPerson } from "./operators.ts";
import { recountVouchedWith } from "#app/domain/prices/decide-sighting.ts";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import { isTrusted } from "#app/domain/accounts/new-people.ts";
import { trustPerson } from "#app/domain/voices/trust.ts";
import { addSuspension, removeSuspension, suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { activeRoleOf, roleOf } from "./roles.ts";
import { excludeAllOf } from "./undo/exclusions.ts";

const day = 24 * 60 * 60 * 1000;
export const maxDays = 3650;

interface Done {
  entry: number;
  count?: number;
}

/** Owners may sanction everybody, moderators people who are not operators (RULES.md 10.17). */
export async function mayTouch(db: Db, actor: string, userId: string, now: Date): Promise<boolean> {
  const own = await activeRoleOf(db, actor, now);
  if (own === null) return false;
  return own === "owner" || (await roleOf(db, userId)) === null;
}

/** Moderators lift only what a present moderator imposed as such (RULES.md 10.17). */
export async function mayLift(db: Db, actor: string, entry: number, now: Date): Promise<boolean> {
  if ((await activeRoleOf(db, actor, now)) === "owner") return true;
  const imposer = (await findEntry(db, entry))?.actorId ?? null;
  if (imposer === null || (await roleOf(db, imposer)) !== "moderator") return false;
  return !(await hasChangedRole(db, imposer, entry));
}

/** `reason` is untrusted and required; `days` null means indefinitely (RULES.md 9.13). */
export async function suspend(
  db: Db,
  userId: string,
  { reason, days }: { reason: string; days: number | null },
  actor: string,
  now: Date,
): Promise<Done> {
  const why = reasonIn(reason);
  if (why === null) throw new Refused("no-reason");
  return decide(db, userId, { actor, now }, async (tx) => {
    if (actor === userId) throw new Refused("yourself");
    if (await suspensionOf(tx, userId, now)) throw new Refused("unchanged");
    const since = now.toISOString();
    const until = days === null ? null : new Date(now.getTime() + days * day).toISOString();
    const entry = await recordDecision(
      tx,
      {
        ...decisionOn(userId, actor, "suspend"),
        before: { suspended: false },
        after: { suspended: true, until },
        reason: why,
        isTold: true,
      },
      now,
    );
    await addSuspension(tx, userId, { since, until, entry });
    await silenceSuspended(tx, now);
    await recountVouchedWith(tx, userId, now);
    await catalogChanged(tx);
    return { entry };
  });
}

export async function restore(db: Db, userId: string, actor: string, now: Date): Promise<Done> {
  return decide(db, userId, { actor, now }, async (tx) => {
    const suspension = await suspensionOf(tx, userId, now);
    if (!suspension) throw new Refused("unchanged");
    if (!(await mayLift(tx, actor, suspension.entry, now))) throw new Refused("owners-suspension");
    await removeSuspension(tx, userId);
    await silenceSuspended(tx, now);
    await recountVouchedWith(tx, userId, now);
    const entry = await recordDecision(
      tx,
      {
        ...decisionOn(userId, actor, "restore"),
        before: { suspended: true, until: suspension.until },
        after: { suspended: false },
      },
      now,
    );
    await catalogChanged(tx);
    return { entry };
  });
}

/** "unchanged" if there are none (RULES.md 10.18). */
export const removeReviews = (db: Db, userId: string, actor: string, now: Date) =>
  remove(db, userId, "remove-reviews", { actor, now });

export const removeVotes = (db: Db, userId: string, actor: string, now: Date) =>
  remove(db, userId, "remove-votes", { actor, now });

export const removePrices = (db: Db, userId: string, actor: string, now: Date) =>
  remove(db, userId, "remove-prices", { actor, now });

const removed = {
  "remove-votes": ["user_votes", "verdicts", "blind_tests"],
  "remove-reviews": ["dupe_reviews"],
  "remove-prices": ["prices"],
} as const;

/** What a new person says counts at once, and what they have said (RULES.md 5.8). The caller counts it. */
export async function countAtOnce(db: Db, userId: string, actor: string, now: Date): Promise<Done> {
  return decide(db, userId, { actor, now }, async (tx) => {
    if (await isTrusted(tx, userId)) throw new Refused("unchanged");
    await trustPerson(tx, userId, now);
    const entry = await recordDecision(tx, decisionOn(userId, actor, "count-now"), now);
    return { entry };
  });
}

async function remove(
  db: Db,
  userId: string,
  action: keyof typeof removed,
  { actor, now }: By,
): Promise<Done> {
  return decide(db, userId, { actor, now }, async (tx) => {
    const { votes, verdicts, tests, reviews, prices } = await countWhatTheyDid(tx, userId);
    const counts = {
      "remove-votes": votes + verdicts + tests,
      "remove-reviews": reviews,
      "remove-prices": prices,
    };
    const count = counts[action];
    if (count === 0) throw new Refused("unchanged");
    const isTold = action === "remove-reviews";
    const decision = { before: { count }, after: { count: 0 }, isTold };
    const entry = await recordDecision(
      tx,
      { ...decisionOn(userId, actor, action), ...decision },
      now,
    );
    for (const subject of removed[action]) await excludeAllOf(tx, userId, subject, entry, now);
    await catalogChanged(tx);
    return { entry, count };
  });
}

async function decide(
  db: Db,
  userId: string,
  { actor, now }: By,
  work: (tx: Db) => Promise<Done>,
): Promise<Done> {
  return inTransaction(db, async (tx) => {
    // Checked first, so that people without permission cannot find out who exists.
    if (!(await mayTouch(tx, actor, userId, now))) throw new Refused("not-allowed");
    if (!(await isPerson(tx, userId))) throw new Refused("no-such-person");
    return work(tx);
  });
}

const decisionOn = (userId: string, actor: string, action: LogAction) => ({
  actor,
  action,
  subject: `person:${userId}` as const,
  personId: userId,
});
