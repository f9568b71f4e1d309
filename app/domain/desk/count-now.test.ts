// An operator's word that a new person's voices count at once (RULES.md 5.8), and taking it back.
import { beforeEach, expect, test } from "vitest";
import { addSighting } from "#app/domain/prices/add-sighting.ts";
import { sayGone } from "#app/domain/prices/gone.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { listReviews, publishReview } from "#app/domain/reviews/reviews.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { isTrusted } from "#app/domain/accounts/new-people.ts";
import { speakerOf } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop } from "../../../tests/support/prices.ts";
import { said, say } from "../../../tests/support/verdicts.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { countDueVoices } from "./count-due-voices.ts";
import { grant } from "./roles.ts";
import { countAtOnce, removeVotes } from "./sanctions.ts";
import { undo } from "./undo/undo.ts";
import { uncountVotes } from "./uncount-votes.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
const longAgo = hoursLater(-24 * 30).toISOString();
const ballot = { secrets: ["secret"], network: null, emailsAreConfirmed: true };
let db: Db;
let perfumeId: number;
let dupeId: number;
let known: number;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "neu"]) await join(name, now.toISOString());
  for (const name of ["author", "bea", "eva", "mod"]) await join(name, longAgo);
  await grant(db, "mod", "moderator", null, now);
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  await addShop(db, "druni.es", { name: "Druni" });
  for (const description of ["One", "Two"])
    await publishReview(db, "author", { dupeId, perfumeId, description, language: "es" }, now);
  known = await addPrice(db, perfumeId, 20_000, now, { user_id: "author", vouched: 0 });
});

const join = (name: string, createdAt: string) =>
  addAccount(db, name, { createdAt, email: `${name}@gmail.com` });

const report = (userId: string, reviewId: number, at = now) =>
  outcomeOf(
    reportReview(db, { reviewId, perfumeId, userId, reason: "spam", note: null }, at, ballot).then(
      ({ outcome }) => outcome,
    ),
  );
const gone = async (userId: string, at = now) => {
  const by = { ...(await speakerOf(db, userId, null, ballot)), userId };
  return sayGone(db, known, by, at);
};
const sighting = {
  amount: 21_000,
  currency: "EUR",
  size: 50,
  shop: "https://www.druni.es/aventus",
  kind: "bottle",
  seenOn: "2026-11-12",
} as const;

/** Everything that a person can say. */
async function speak(userId: string, at = now): Promise<string[]> {
  const by = await speakerOf(db, userId, null, ballot);
  return [
    await castVote(db, userId, { dupeId, perfumeId, voto: 1 }, at, ballot),
    await say(db, userId, dupeId, { lasting: "less" }, { now: at, ballot }),
    (await addSighting(db, perfumeId, sighting, by, at)).outcome,
    await report(userId, 1, at),
    await gone(userId, at),
  ];
}

const tables = ["user_votes", "verdicts", "prices", "review_reports", "price_gone"] as const;
/** @returns the kinds of what a person said that count */
async function counting(userId: string): Promise<string[]> {
  const found = await Promise.all(
    tables.map(async (table) => {
      const rows = db.selectFrom(table).select("id").where("user_id", "=", userId);
      const counted = await rows.where("counted_at", "is not", null).execute();
      return counted.length > 0 ? [table] : [];
    }),
  );
  return found.flat();
}
const figures = async () => ({
  ...(await db
    .selectFrom("dupes")
    .select("likes")
    .where("id", "=", dupeId)
    .executeTakeFirstOrThrow()),
  said: await said(db, dupeId),
  shown: (await db.selectFrom("prices").select("id").where("state", "=", "shown").execute()).length,
});
const before = { likes: 0, said: "nothing", shown: 1 };
const after = { likes: 1, said: "1: lasting less 1", shown: 2 };

async function countNow(at = now): Promise<number> {
  const done = await countAtOnce(db, "ana", "mod", at);
  await countDueVoices(db, at);
  return done.entry;
}

test("what a new person has said and says counts at once, is logged, and waits again when that is undone", async () => {
  expect(await speak("ana")).toEqual(["waiting", "waiting", "waiting", "reported", "noted"]);
  expect([await figures(), await counting("ana")]).toEqual([before, []]);
  const entry = await countNow();
  expect([await figures(), await counting("ana")]).toEqual([after, [...tables]]);
  expect(await outcomeOf(countAtOnce(db, "ana", "mod", now))).toBe("unchanged");
  const log = db.selectFrom("audit_log").select(["actor_id", "subject"]);
  expect(await log.where("action", "=", "count-now").execute()).toEqual([
    { actor_id: "mod", subject: "person:ana" },
  ]);

  await undo(db, entry, "mod", hoursLater(1));
  expect([await figures(), await counting("ana")]).toEqual([before, []]);
  expect(await disagreements(db, hoursLater(1))).toEqual([]);
  await countDueVoices(db, hoursLater(71.9));
  expect(await counting("ana")).toEqual([]);
  await countDueVoices(db, hoursLater(72));
  expect([await figures(), await counting("ana")]).toEqual([after, [...tables]]);
});

test("what follows counts at once as well, and only this person's", async () => {
  await countNow();
  expect(await speak("neu")).toEqual(["waiting", "waiting", "waiting", "reported", "noted"]);
  expect((await speak("ana")).slice(0, 3)).toEqual(["cast", "given", "shown"]);
  expect([await counting("ana"), await counting("neu")]).toEqual([[...tables], []]);
});

test("an undo makes wait what was due, but not counted yet", async () => {
  await speak("ana");
  const done = await countAtOnce(db, "ana", "mod", now);
  await undo(db, done.entry, "mod", now);
  await countDueVoices(db, hoursLater(71.9));
  expect(await counting("ana")).toEqual([]);
});

test("an undo changes nothing of an account that is old enough by then", async () => {
  await speak("ana");
  const entry = await countNow();
  await undo(db, entry, "mod", hoursLater(72));
  expect(await isTrusted(db, "ana")).toBe(false);
  expect(await figures()).toEqual(after);
  expect(await outcomeOf(undo(db, entry, "mod", hoursLater(72)))).toBe("undone-already");
});

test("a trusted person's reports still help to hide one review a day, also after an undo", async () => {
  await report("ana", 1);
  await report("ana", 2);
  const entry = await countNow(hoursLater(1));
  const waiting = async () =>
    (
      await db
        .selectFrom("review_reports")
        .select("counts_from")
        .where("user_id", "=", "ana")
        .orderBy("id")
        .execute()
    ).map(({ counts_from }) => counts_from);
  expect(await waiting()).toEqual([null, hoursLater(25).toISOString()]);
  await undo(db, entry, "mod", hoursLater(2));
  expect(await waiting()).toEqual([hoursLater(72), hoursLater(96)].map((at) => at.toISOString()));
});

test("votes that operators uncounted meanwhile wait, if they are counted again after the undo", async () => {
  const entry = await countNow();
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, ballot);
  for (let n = 0; n < 5; n++) {
    await join(`like${n}`, now.toISOString());
    await castVote(db, `like${n}`, { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  }
  const seen = { table: "user_votes", dupeId, last: now.getTime() } as const;
  const uncounted = await uncountVotes(db, seen, "", "mod", now);
  expect(uncounted).toMatchObject({ count: 6 });
  await undo(db, entry, "mod", now);
  await undo(db, uncounted.entry, "mod", now);
  expect((await figures()).likes).toBe(5);
  await countDueVoices(db, hoursLater(72));
  expect((await figures()).likes).toBe(6);
});

test("a review that waiting reports would hide is hidden when an operator counts them, and left to operators after the undo", async () => {
  for (const name of ["bea", "eva", "ana"]) await report(name, 1);
  const shown = async () => (await listReviews(db, dupeId, 1)).count;
  expect(await shown()).toBe(2);
  const entry = await countNow();
  expect(await shown()).toBe(1);
  await undo(db, entry, "mod", now);
  expect(await shown()).toBe(1);
});

test("removed votes that an undo brings back wait, if the person's age has to count again meanwhile", async () => {
  const entry = await countNow();
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, ballot);
  const removed = await removeVotes(db, "ana", "mod", now);
  await undo(db, entry, "mod", now);
  await undo(db, removed.entry, "mod", now);
  expect((await figures()).likes).toBe(0);
  await countDueVoices(db, hoursLater(72));
  expect((await figures()).likes).toBe(1);
});
