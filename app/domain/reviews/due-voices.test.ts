// Votes, verdicts and reports by the rule for all voices (RULES.md 5.8), which waits.test.ts holds in detail.
import { beforeEach, expect, test } from "vitest";
import { mailboxHashes } from "#app/domain/accounts/mailboxes.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { countDueReviews } from "./due-voices.ts";
import { reportReview } from "./reports.ts";
import { listReviews, publishReview } from "./reviews.ts";
import { deleteVerdict, verdictOf } from "./verdicts.ts";
import { castVote, votesOf } from "./votes.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
const longAgo = hoursLater(-24 * 30).toISOString();
const confirmed = { secrets: ["secret"], network: null as string | null, emailsAreConfirmed: true };
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
});

const join = (name: string, createdAt = now.toISOString(), email = `${name}@gmail.com`) =>
  addAccount(db, name, { createdAt, email });
const times = <One>(count: number, make: (n: number) => Promise<One>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const only = (outcome: string, all: string[]) => all.filter((one) => one === outcome).length;

type By = Partial<typeof confirmed> & { at?: Date; trustsNewAccounts?: boolean };
const cast = (userId: string, { at = now, ...by }: By = {}) =>
  outcomeOf(castVote(db, userId, { dupeId, perfumeId, voto: 1 }, at, { ...confirmed, ...by }));
const give = (userId: string, { at = now, ...by }: By = {}, lasting: "less" | "more" = "less") =>
  say(db, userId, dupeId, { lasting }, { now: at, ballot: { ...confirmed, ...by } });
const report = (userId: string, { at = now, ...by }: By = {}) =>
  outcomeOf(
    reportReview(db, { reviewId: 1, perfumeId, userId, reason: "spam", note: null }, at, {
      ...confirmed,
      ...by,
    }).then(({ outcome }) => outcome),
  );

const likes = async () =>
  (await db.selectFrom("dupes").select("likes").where("id", "=", dupeId).executeTakeFirstOrThrow())
    .likes;
const verdicts = async () => Number((await said(db, dupeId)).split(":")[0]);
const names = (bottles: { nombre: string }[]) => bottles.map(({ nombre }) => nombre).toSorted();
const bothPages = ["Aventus", "Club de Nuit"];

async function publish() {
  await join("author", longAgo);
  const review = { dupeId, perfumeId, description: "Smoky.", language: "es" as const };
  await publishReview(db, "author", review, now);
}
const isHidden = async () => (await listReviews(db, dupeId, 1)).count === 0;

test("a new account's vote counts by itself 72 hours after sign-up, and the pages of both bottles change", async () => {
  await join("ana");
  await join("bea", longAgo);
  expect([await cast("ana"), await cast("bea")]).toEqual(["waiting", "cast"]);
  expect(await likes()).toBe(1);
  // Only its author is told.
  expect(await votesOf(db, "ana", perfumeId)).toEqual({ [dupeId]: { voto: 1, isCounted: false } });
  expect(await votesOf(db, "bea", perfumeId)).toEqual({ [dupeId]: { voto: 1, isCounted: true } });
  expect(await countDueReviews(db, hoursLater(71.9))).toEqual([]);
  expect(names(await countDueReviews(db, hoursLater(72)))).toEqual(bothPages);
  expect(await likes()).toBe(2);
  expect(await countDueReviews(db, hoursLater(73))).toEqual([]);
  expect(await cast("ana", { at: hoursLater(73) })).toBe("already-voted");
});

test("a new account's verdict counts in the same way, as it is by then", async () => {
  await join("ana");
  expect(await give("ana")).toBe("waiting");
  expect(await give("ana", {}, "more")).toBe("changed");
  expect(await said(db, dupeId)).toBe("nothing");
  expect(await verdictOf(db, "ana", dupeId)).toEqual(saying({ lasting: "more" }));
  expect(await countDueReviews(db, hoursLater(71.9))).toEqual([]);
  expect(names(await countDueReviews(db, hoursLater(72)))).toEqual(bothPages);
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
});

test("a waiting verdict that its author deletes never counts", async () => {
  await join("ana");
  await give("ana");
  await deleteVerdict(db, "ana", { dupeId, perfumeId });
  expect(await countDueReviews(db, hoursLater(96))).toEqual([]);
  expect(await said(db, dupeId)).toBe("nothing");
});

test("new accounts' reports hide a review by themselves 72 hours after sign-up (RULES.md 5.5)", async () => {
  await publish();
  for (const name of ["ana", "bea", "eva"]) {
    await join(name);
    expect(await report(name)).toBe("reported");
  }
  expect(await countDueReviews(db, hoursLater(71.9))).toEqual([]);
  expect(await isHidden()).toBe(false);
  expect(names(await countDueReviews(db, hoursLater(72)))).toEqual(bothPages);
  expect(await isHidden()).toBe(true);
});

test("a report that waits does nothing when its author leaves, or an operator decides, meanwhile", async () => {
  await publish();
  for (const name of ["ana", "bea", "eva"]) {
    await join(name);
    await report(name);
  }
  await db.deleteFrom("usuarios").where("id", "=", "ana").execute();
  await countDueReviews(db, hoursLater(72));
  expect(await isHidden()).toBe(false);
  const decided_at = hoursLater(80).toISOString();
  await db.updateTable("review_reports").set({ decided_at }).execute();
  for (const name of ["leo", "zoe", "kai"]) await join(name, longAgo);
  for (const name of ["leo", "zoe"]) await report(name, { at: hoursLater(81) });
  expect(await isHidden()).toBe(false);
  expect(await report("kai", { at: hoursLater(81) })).toBe("hidden");
});

test.each([
  ["without emails", { emailsAreConfirmed: false }],
  ["where new accounts are trusted", { trustsNewAccounts: true }],
])("new accounts count at once %s", async (_, by) => {
  await publish();
  for (const name of ["ana", "bea", "eva"]) await join(name);
  expect([await cast("ana", by), await give("ana", by)]).toEqual(["cast", "given"]);
  expect([await likes(), await verdicts()]).toEqual([1, 1]);
  const outcomes = [await report("ana", by), await report("bea", by), await report("eva", by)];
  expect(outcomes).toEqual(["reported", "reported", "hidden"]);
});

test.each([
  ["network", 6, (n: number) => `voter${n}@gmail.com`, "office"],
  ["own mail domain", 1, (n: number) => `voter${n}@catchall.com`, null],
] as const)(
  "votes and verdicts of one %s at the same moment leave no more than %i counted",
  async (_, room, email, network) => {
    for (let n = 0; n < 12; n++) await join(`voter${n}`, longAgo, email(n));
    const votes = await times(12, (n) => cast(`voter${n}`, { network }));
    expect([only("cast", votes), only("waiting", votes)]).toEqual([room, 12 - room]);
    const given = await times(12, (n) => give(`voter${n}`, { network }));
    expect([only("given", given), only("waiting", given)]).toEqual([room, 12 - room]);
    expect([await likes(), await verdicts()]).toEqual([room, room]);
  },
);

test("of votes and verdicts of one mailbox at the same moment, one counts (RULES.md 5.7)", async () => {
  for (let n = 0; n < 10; n++) await join(`voter${n}`, longAgo, `ana+${n}@gmail.com`);
  const votes = await times(10, (n) => cast(`voter${n}`));
  expect([only("cast", votes), only("already-voted", votes)]).toEqual([1, 9]);
  await times(10, (n) => give(`voter${n}`));
  expect([await likes(), await verdicts()]).toEqual([1, 1]);
});

test("the last of three reports at the same moment hides the review", async () => {
  await publish();
  for (const name of ["ana", "bea", "eva"]) await join(name, longAgo);
  const outcomes = await Promise.all(["ana", "bea", "eva"].map((name) => report(name)));
  expect(outcomes.toSorted()).toEqual(["hidden", "reported", "reported"]);
});

test("what is due is counted once when two processes count at the same moment", async () => {
  await publish();
  for (let n = 0; n < 9; n++) {
    await join(`voter${n}`);
    const by = { network: n < 8 ? "office" : null };
    await cast(`voter${n}`, by);
    await give(`voter${n}`, by);
    await report(`voter${n}`, by);
  }
  await join("late", longAgo);
  const late = () => cast("late", { network: "office", at: hoursLater(72) });
  await Promise.all([
    countDueReviews(db, hoursLater(72)),
    late(),
    countDueReviews(db, hoursLater(72)),
  ]);
  expect([await likes(), await verdicts()]).toEqual([7, 7]);
  expect(await disagreements(db, hoursLater(72))).toEqual([]);
});

test("addresses of one mailbox have one vote, also under an older secret or other rules of its provider (RULES.md 5.7)", async () => {
  await join("ana", longAgo, "ana+1@gmail.com");
  await join("bea", longAgo, "a.na+2@gmail.com");
  expect([await cast("ana"), await cast("bea")]).toEqual(["cast", "already-voted"]);
  expect(await cast("bea", { secrets: ["new", "secret"] })).toBe("already-voted");
  const row = await db.selectFrom("user_votes").select("mailbox").executeTakeFirstOrThrow();
  expect(row.mailbox).toBe(mailboxHashes(["secret"], "ana@gmail.com")[0]);
  await db.updateTable("user_votes").set({ mailbox: "as other rules had it" }).execute();
  expect(await cast("ana")).toBe("already-voted");
  expect(await likes()).toBe(1);
});
