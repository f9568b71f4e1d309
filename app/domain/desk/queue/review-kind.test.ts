import { beforeEach, expect, test } from "vitest";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { lastDecision } from "../log/audit.ts";
import { waitingCounts } from "./queue-lengths.ts";
import { addAccount, withoutEmail } from "../../../../tests/support/accounts.ts";
import { addPerfumeWithDupe, freshDatabase } from "../../../../tests/support/database.ts";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { createPerfumeSearch } from "#app/domain/search/perfume-search.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { accept, decideEach, refuse, same } from "./decide.ts";
import { removeReviews } from "../sanctions.ts";
import { listQueue } from "./queue-page.ts";
import { grant } from "../roles.ts";
import { undo } from "../undo/undo.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 10, minute));
let db: Db;
let reviewId: number;
let perfumeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["author", "ana", "bea", "eva", "mod"]) await addAccount(db, name);
  await grant(db, "mod", "moderator", null, at(0));
  const made = await addPerfumeWithDupe(db);
  perfumeId = made.id;
  const review = { dupeId: made.dupe, perfumeId, description: "Buy!", language: "en" as const };
  await publishReview(db, "author", review, at(0));
  ({ id: reviewId } = await db.selectFrom("dupe_reviews").select("id").executeTakeFirstOrThrow());
});

const report = (userId: string, minute: number, network: string | null = null) =>
  reportReview(
    db,
    { reviewId, perfumeId, userId, reason: "spam", note: userId === "ana" ? "An ad." : null },
    at(minute),
    { ...withoutEmail, network },
  );
const state = async () => {
  const { state: now, version } = await db
    .selectFrom("dupe_reviews")
    .select(["state", "version"])
    .executeTakeFirstOrThrow();
  return [now, version];
};
const seen = (version: number) => ({ kind: "review", id: reviewId, version }) as const;
const waiting = async () =>
  (await listQueue(db, createPerfumeSearch(db), { kind: "review", page: 1 })).items;

test("accounts of one network raise a reported review like one", async () => {
  for (const [minute, name] of ["ana", "bea", "eva"].entries()) await report(name, minute, "n");
  expect(await waiting()).toMatchObject([{ times: 1, people: 3 }]);
});

test("a reported review waits with its reports, its text and both bottles", async () => {
  expect(await waiting()).toEqual([]);
  await report("ana", 1);
  await report("bea", 2);
  const [item] = await waiting();
  expect(item).toMatchObject({
    name: `review:${reviewId}`,
    version: 0,
    times: 2,
    since: at(1).toISOString(),
    people: 2,
    askers: [{ username: "ana" }, { username: "bea" }],
    alike: [],
    details: {
      author: "author",
      description: "Buy!",
      state: "shown",
      reports: [
        { reason: "spam", note: "An ad." },
        { reason: "spam", note: null },
      ],
    },
  });
});

test("accepting removes it in one transaction with the log, notifies every process, and can be undone", async () => {
  for (const [n, name] of ["ana", "bea", "eva"].entries()) await report(name, n + 1);
  expect(await state()).toEqual(["hidden", 0]);
  const before = await catalogVersion(db);
  await accept(db, seen(0), {}, "mod", at(5));
  expect(await state()).toEqual(["removed", 1]);
  expect(await catalogVersion(db)).toBeGreaterThan(before);
  expect(await waiting()).toEqual([]);
  const entry = (await lastDecision(db, `review:${reviewId}`))!;
  expect(entry).toMatchObject({
    action: "accept",
    actorId: "mod",
    before: { state: "hidden" },
    after: { state: "removed" },
  });
  await undo(db, entry.id, "mod", at(6));
  expect(await state()).toEqual(["hidden", 2]);
  expect(await waiting()).toMatchObject([{ times: 3, version: 2 }]);
  expect(await outcomeOf(undo(db, entry.id, "mod", at(7)))).toBe("undone-already");
});

test("refusing shows it again, which can be undone unless people reported it again", async () => {
  await report("ana", 1);
  await refuse(db, seen(0), "It is fine.", "mod", at(2));
  expect(await state()).toEqual(["shown", 1]);
  const entry = (await lastDecision(db, `review:${reviewId}`))!;
  expect(entry).toMatchObject({ action: "refuse", reason: "It is fine." });
  await report("bea", 3);
  expect(await outcomeOf(undo(db, entry.id, "mod", at(4)))).toBe("changed-since");
});

test("a second decision is stale, returns the first, and changes nothing", async () => {
  await report("ana", 1);
  await accept(db, seen(0), {}, "mod", at(2));
  await expect(refuse(db, seen(0), "", "mod", at(3))).rejects.toMatchObject({
    code: "stale",
    version: null,
    did: { action: "accept", actorName: "mod" },
  });
  expect(await state()).toEqual(["removed", 1]);
  const all = await decideEach([seen(0), seen(1)], (one) => accept(db, one, {}, "mod", at(4)));
  expect(all).toMatchObject([[{}, { code: "stale" }]]);
});

test("a review is not a bottle of the catalogue, and strangers cannot decide", async () => {
  await report("ana", 1);
  expect(await outcomeOf(same(db, seen(0), perfumeId, "mod", at(2)))).toBe("not-possible");
  expect(await outcomeOf(accept(db, seen(0), {}, "ana", at(2)))).toBe("not-allowed");
  expect(await state()).toEqual(["shown", 0]);
});

test("a hidden review waits for a decision, even after all its reporters deleted their accounts", async () => {
  for (const [n, name] of ["ana", "bea", "eva"].entries()) await report(name, n + 1);
  for (const name of ["ana", "bea", "eva"]) await deleteAccount(db, name, true, []);
  expect(await state()).toEqual(["hidden", 0]);
  expect(await waiting()).toMatchObject([{ times: 3, version: 0, people: 3, askers: [] }]);
  expect(await waitingCounts(db)).toMatchObject({ reviews: 1 });

  await accept(db, seen(0), {}, "mod", at(5));
  expect(await waiting()).toEqual([]);
  const removed = (await lastDecision(db, `review:${reviewId}`))!;
  await undo(db, removed.id, "mod", at(6));
  expect(await state()).toEqual(["hidden", 2]);
  expect(await waiting()).toMatchObject([{ times: 3, version: 2 }]);

  await refuse(db, seen(2), "Fine.", "mod", at(7));
  expect([await state(), await waiting()]).toEqual([["shown", 3], []]);
  expect(await waitingCounts(db)).toMatchObject({ reviews: 0 });
});

test("undoing a decision reopens its reports, not those that an earlier one closed, even without its reporters", async () => {
  await addAccount(db, "leo");
  await report("leo", 1);
  await refuse(db, seen(0), "Fine.", "mod", at(2));
  for (const [n, name] of ["ana", "bea", "eva"].entries()) await report(name, n + 3);
  await accept(db, seen(1), {}, "mod", at(6));
  const removed = (await lastDecision(db, `review:${reviewId}`))!;
  for (const name of ["ana", "bea", "eva"]) await deleteAccount(db, name, true, []);
  await undo(db, removed.id, "mod", at(7));
  expect(await state()).toEqual(["shown", 3]);
  expect(await waiting()).toMatchObject([{ times: 3, people: 3 }]);
});

test("undoing a decision reopens its reports, even after all the author's reviews were removed and restored", async () => {
  await report("ana", 1);
  await refuse(db, seen(0), "Fine.", "mod", at(2));
  const shown = (await lastDecision(db, `review:${reviewId}`))!;
  await removeReviews(db, "author", "mod", at(3));
  const gone = (await lastDecision(db, "person:author"))!;
  await undo(db, gone.id, "mod", at(4));
  await undo(db, shown.id, "mod", at(5));
  expect(await waiting()).toMatchObject([{ times: 1, people: 1 }]);
});
