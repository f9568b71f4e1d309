import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { addSuspension } from "#app/domain/accounts/suspensions.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { ownReviews } from "./my-contributions.ts";
import { findReportedReview, findReportedReviews } from "./reported-reviews.ts";
import { findReportable, reportReview } from "./reports.ts";
import { decideReview, deleteOldReports } from "./review-decisions.ts";
import { deleteReview, listReviews, publishReview } from "./reviews.ts";

const start = Date.parse("2026-02-03T10:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000);
let db: Db;
let perfumeId: number;
let dupeId: number;
let reviewId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  for (const name of ["author", "ana", "bea", "eva", "leo", "zoe", "kai"])
    await addAccount(db, name);
  reviewId = await publish("Smoky.");
});

async function publish(description: string): Promise<number> {
  await publishReview(db, "author", { dupeId, perfumeId, description, language: "es" }, at(0));
  const { id } = await db
    .selectFrom("dupe_reviews")
    .select("id")
    .where("description", "=", description)
    .executeTakeFirstOrThrow();
  return id;
}

const report = (userId: string, now = at(1), more = {}) =>
  outcomeOf(
    reportReview(
      db,
      { reviewId, perfumeId, userId, reason: "spam", note: null, ...more },
      now,
      withoutEmail,
    ).then(({ outcome }) => outcome),
  );

const decide = (decision: "remove" | "show", version: number, now = at(100)) =>
  decideReview(db, { reviewId, version, decision }, now);
/** @param decidedAt time of the decision to reverse */
const reopen = (decidedAt: Date, version: number, now: Date) =>
  decideReview(
    db,
    { reviewId, version, decision: "reopen", decidedAt: decidedAt.toISOString() },
    now,
  );

const shown = async (reader: string | null = null) =>
  (await listReviews(db, dupeId, 1, reader)).reviews.map((review) => review.state);
const counted = async () => (await listDupes(db, perfumeId))[0]!.reviews;
/** @returns reviews with waiting reports, by id */
async function waiting() {
  const rows = await db.selectFrom("dupe_reviews").select("id").orderBy("id").execute();
  const found = await findReportedReviews(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id }) => found.get(id) ?? []).filter((review) => review.waiting > 0);
}

test("the third person's report hides a review from everybody but its author, and removes it from all counts", async () => {
  expect([await report("ana"), await report("bea")]).toEqual(["reported", "reported"]);
  expect([await shown(), await counted()]).toEqual([["shown"], 1]);
  expect(await report("eva")).toBe("hidden");
  expect([await shown(), await shown("ana"), await counted()]).toEqual([[], [], 0]);
  expect(await listReviews(db, dupeId, 1)).toEqual({ reviews: [], count: 0, pages: 0 });
  expect(await shown("author")).toEqual(["hidden"]);
  expect((await ownReviews(db, "author", 1)).rows).toMatchObject([{ state: "hidden" }]);
});

test("the same person counts once, even with concurrent reports", async () => {
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => report("ana")));
  expect(outcomes.toSorted()).toEqual([
    "reported",
    "reported-already",
    "reported-already",
    "reported-already",
  ]);
  expect(await shown()).toEqual(["shown"]);
});

test("one's own review, a missing one or one of another page cannot be reported", async () => {
  const other = await addPerfume(db, "Dior", "Sauvage");
  expect(await report("author")).toBe("own-review");
  expect(await report("ana", at(1), { perfumeId: other })).toBe("no-such-review");
  expect(await report("ana", at(1), { reviewId: reviewId + 1 })).toBe("no-such-review");
  expect(await report("nobody")).toBe("no-such-person");
  expect(await waiting()).toEqual([]);
});

test("a review can be reported on the look-alike's page too", async () => {
  const { dupe_perfume_id } = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .executeTakeFirstOrThrow();
  expect(await report("ana", at(1), { perfumeId: dupe_perfume_id })).toBe("reported");
});

test("waiting reviews are listed with reporters and reasons", async () => {
  const [second, third] = [await publish("Second."), await publish("Third.")];
  await report("ana", at(1), { reviewId: third, reason: "rights", note: "Mine.\nAll of it." });
  await report("ana", at(2));
  await report("bea", at(3), { reviewId: second, reason: "false" });
  await report("eva", at(4), { reviewId: second, reason: "offensive" });
  const listed = await waiting();
  expect(listed.map(({ id, waiting: n }) => [id, n])).toEqual([
    [reviewId, 1],
    [second, 2],
    [third, 1],
  ]);
  expect(listed[2]).toEqual({
    id: third,
    dupeId,
    authorId: "author",
    author: "author",
    description: "Third.",
    language: "es",
    state: "shown",
    version: 0,
    createdAt: at(0).toISOString(),
    dupe: { id: expect.any(Number), marca: "Armaf", nombre: "Club de Nuit" },
    original: { id: perfumeId, marca: "Creed", nombre: "Aventus" },
    waiting: 1,
    since: at(1).toISOString(),
    reports: [
      {
        userId: "ana",
        username: "ana",
        reason: "rights",
        note: "Mine.\nAll of it.",
        at: at(1).toISOString(),
        decided: false,
      },
    ],
  });
});

test("what a decision has shown is not hidden by any number of reports; they wait for another decision (RULES.md 5.6)", async () => {
  for (const name of ["ana", "bea", "eva"]) await report(name);
  expect(await decide("show", 0)).toEqual({
    outcome: "decided",
    dupeId,
    authorId: "author",
    before: "hidden",
    after: "shown",
    version: 1,
  });
  expect([await shown(), await counted(), await waiting()]).toEqual([["shown"], 1, []]);
  expect(await report("ana", at(200))).toBe("reported-already");
  expect(await report("leo", at(201))).toBe("reported");
  expect(await report("zoe", at(202))).toBe("reported");
  expect(await report("kai", at(203))).toBe("reported");
  expect([await shown(), await counted()]).toEqual([["shown"], 1]);
  expect(await waiting()).toMatchObject([
    { waiting: 3, version: 1, reports: [{}, {}, {}, { decided: false }, {}, {}] },
  ]);
});

test("a removed review is visible only to its author, cannot be reported, and can be restored", async () => {
  await report("ana");
  expect(await decide("remove", 0)).toMatchObject({ before: "shown", after: "removed" });
  expect([await shown(), await shown("author"), await counted()]).toEqual([[], ["removed"], 0]);
  expect(await report("bea", at(101))).toBe("no-such-review");
  expect(await waiting()).toEqual([]);
  expect(await findReportedReview(db, reviewId)).toMatchObject({
    state: "removed",
    waiting: 0,
    reports: [{ userId: "ana", decided: true }],
  });
  expect(await decide("show", 1)).toMatchObject({ before: "removed", after: "shown", version: 2 });
  expect(await shown()).toEqual(["shown"]);
});

test("undoing a decision makes its reports wait again", async () => {
  await report("ana");
  await decide("show", 0, at(50));
  for (const name of ["bea", "eva", "leo"]) await report(name, at(60));
  await decide("remove", 1, at(70));
  expect(await reopen(at(70), 2, at(80))).toMatchObject({
    before: "removed",
    after: "shown",
    version: 3,
  });
  expect(await waiting()).toMatchObject([{ waiting: 3, state: "shown" }]);
  await decide("show", 3, at(90));
  await reopen(at(90), 4, at(95));
  expect([await shown(), (await waiting())[0]!.waiting]).toEqual([["shown"], 3]);
});

test("the second of two deciders is told the current state, even concurrently", async () => {
  await report("ana");
  const outcomes = await Promise.all([decide("remove", 0), decide("show", 0)]);
  const state = outcomes[0].outcome === "decided" ? "removed" : "shown";
  expect(outcomes).toContainEqual(
    expect.objectContaining({ outcome: "decided", after: state, version: 1 }),
  );
  expect(outcomes).toContainEqual({ outcome: "stale", state, version: 1 });
  expect(await decideReview(db, { reviewId: 999, version: 0, decision: "show" }, at(1))).toEqual({
    outcome: "no-such-review",
  });
});

test("a decision is part of the caller's transaction", async () => {
  const failing = inTransaction(db, async (tx) => {
    await decideReview(tx, { reviewId, version: 0, decision: "remove" }, at(1));
    throw new Error("The log cannot be written");
  });
  await expect(failing).rejects.toThrow("log");
  expect(await shown()).toEqual(["shown"]);
});

test("deleting a hidden review deletes its reports, and its id is not reused", async () => {
  for (const name of ["ana", "bea", "eva"]) await report(name);
  expect(await outcomeOf(deleteReview(db, "author", reviewId))).toBe(dupeId);
  expect(await waiting()).toEqual([]);
  expect(await publish("Another.")).toBeGreaterThan(reviewId);
});

test("a report outlives its author's account without name and note, and a hidden review stays hidden until decided on (RULES.md 14.9)", async () => {
  await report("ana", at(1), { note: "My words." });
  for (const name of ["bea", "eva"]) await report(name, at(2));
  for (const name of ["ana", "bea"]) await deleteAccount(db, name, true, []);
  expect(await shown()).toEqual([]);
  const [review] = await waiting();
  expect(review).toMatchObject({ waiting: 3, reports: [{}, {}, { userId: "eva" }] });
  expect(review!.reports[0]).toEqual({
    userId: null,
    username: null,
    reason: "spam",
    note: null,
    at: at(1).toISOString(),
    decided: false,
  });
});

test("a review keeps its state and reports when its bottle is merged", async () => {
  for (const name of ["ana", "bea", "eva"]) await report(name);
  const into = await addPerfume(db, "Creed", "Aventus Original");
  await mergePerfumes(db, perfumeId, into, at(10));
  expect(await findReportable(db, into, reviewId)).toMatchObject({ state: "hidden" });
  expect((await listDupes(db, into))[0]!.reviews).toBe(0);
  expect(await waiting()).toMatchObject([{ id: reviewId, original: { id: into } }]);
});

test("decided reports and removed reviews are deleted after 12 months; waiting ones are kept", async () => {
  await report("ana");
  await decide("show", 0, at(10));
  const old = reviewId;
  reviewId = await publish("Removed.");
  await report("ana");
  await decide("remove", 0, at(10));
  reviewId = await publish("Waiting.");
  await report("ana");
  await deleteOldReports(db, new Date("2027-02-03T10:00:10.000Z"));
  expect((await db.selectFrom("dupe_reviews").selectAll().execute()).length).toBe(3);
  await deleteOldReports(db, new Date("2027-02-03T10:00:10.001Z"));
  const left = await db.selectFrom("dupe_reviews").select("id").orderBy("id").execute();
  expect(left).toEqual([{ id: old }, { id: reviewId }]);
  expect(await db.selectFrom("review_reports").select("review_id").execute()).toEqual([
    { review_id: reviewId },
  ]);
});

test("reports by suspended people hide nothing", async () => {
  for (const name of ["ana", "bea"]) {
    await report(name);
    const { id: entry } = await db
      .insertInto("audit_log")
      .values({
        at: at(2).toISOString(),
        via: "command",
        action: "suspend",
        subject: `person:${name}`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await addSuspension(db, name, { since: at(2).toISOString(), until: null, entry });
  }
  expect(await report("eva")).toBe("reported");
  expect(await shown()).toEqual(["shown"]);
  expect([await report("leo"), await report("zoe")]).toEqual(["reported", "hidden"]);
});
