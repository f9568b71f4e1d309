import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { exportData } from "#app/domain/accounts/data-export.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addPerfumeWithDupe, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { countDueReviews } from "./due-voices.ts";
import { reportReview } from "./reports.ts";
import { decideReview } from "./review-decisions.ts";
import { publishReview } from "./reviews.ts";

const now = new Date("2026-03-10T10:00:00.000Z");
const day = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
const later = (ms: number) => new Date(now.getTime() + ms);
const secrets = ["a secret", "an older one"];
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  ({ id: perfumeId, dupe: dupeId } = await addPerfumeWithDupe(db));
  await addAccount(db, "author");
});

async function publish(description = "Smoky."): Promise<number> {
  await publishReview(db, "author", { dupeId, perfumeId, description, language: "es" }, now);
  const { id } = await db
    .selectFrom("dupe_reviews")
    .select((row) => row.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id;
}

const report = (
  userId: string,
  reviewId: number,
  { at = now, confirmed = true, keys = secrets, network = null as string | null } = {},
) =>
  outcomeOf(
    reportReview(db, { reviewId, perfumeId, userId, reason: "spam", note: "An ad." }, at, {
      secrets: keys,
      emailsAreConfirmed: confirmed,
      network,
    }).then(({ outcome }) => outcome),
  );

async function addPeople(names: string[], createdAt: string, domain = "gmail.com") {
  for (const name of names) await addAccount(db, name, { createdAt, email: `${name}@${domain}` });
}

const outcomes = async (names: string[], reviewId: number, at = now) => {
  const done: string[] = [];
  for (const name of names) done.push(await report(name, reviewId, { at }));
  return done;
};

const hidden = async () =>
  (
    await db
      .selectFrom("dupe_reviews")
      .select("id")
      .where("state", "=", "hidden")
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

test("three distinct voices hide a review: three of one network do not, three of three do (RULES.md 5.5)", async () => {
  const reviewId = await publish();
  await addPeople(["ana", "bea", "eva", "leo", "zoe"], ago(30 * day));
  for (const name of ["ana", "bea", "eva"])
    expect(await report(name, reviewId, { network: "office" })).toBe("reported");
  expect(await report("leo", reviewId, { network: "home" })).toBe("reported");
  expect(await report("zoe", reviewId, { network: "elsewhere" })).toBe("hidden");
});

test("each voice helps to hide one review a day; its other reports wait for the days after (RULES.md 5.5)", async () => {
  const [first, second, third] = [
    await publish("One."),
    await publish("Two."),
    await publish("3."),
  ];
  const people = ["ana", "bea", "eva"];
  await addPeople(people, ago(30 * day));
  expect((await outcomes(people, first)).at(-1)).toBe("hidden");
  expect((await outcomes(people, second, later(day - 1000))).at(-1)).toBe("reported");
  expect((await outcomes(people, third, later(day))).at(-1)).toBe("reported");
  expect(await hidden()).toEqual([first]);
  await countDueReviews(db, later(day));
  expect(await hidden()).toEqual([first, second]);
  await countDueReviews(db, later(2 * day - 1000));
  expect(await hidden()).toEqual([first, second]);
  await countDueReviews(db, later(2 * day));
  expect(await hidden()).toEqual([first, second, third]);
});

test("a report sent after an operator's decision takes no other review's day (RULES.md 5.6)", async () => {
  const [first, second] = [await publish("One."), await publish("Two.")];
  const people = ["ana", "bea", "eva"];
  await addPeople(people, ago(30 * day));
  await decideReview(db, { reviewId: first, version: 0, decision: "show" }, now);
  expect(new Set(await outcomes(people, first))).toEqual(new Set(["reported"]));
  expect((await outcomes(people, second)).at(-1)).toBe("hidden");
});

test("three mailboxes that delete their accounts and come back cannot report a review again (RULES.md 5.7)", async () => {
  const reviewId = await publish();
  const people = ["ana", "bea", "eva"];
  const join = async (tag: string) => {
    for (const name of people)
      await addAccount(db, name, { email: `${name}${tag}@gmail.com`, createdAt: ago(30 * day) });
  };
  await join("");
  expect((await outcomes(people, reviewId)).at(-1)).toBe("hidden");
  for (const name of people) await deleteAccount(db, name, true, secrets);
  await decideReview(db, { reviewId, version: 0, decision: "show" }, later(1000));
  await join("+again");
  expect(await outcomes(people, reviewId, later(2 * day))).toEqual([
    "reported-already",
    "reported-already",
    "reported-already",
  ]);
  const rotated = ["a new secret", ...secrets];
  expect(await report("ana", reviewId, { at: later(2 * day), keys: rotated })).toBe(
    "reported-already",
  );
});

test("reports of deleted accounts hide nothing and keep no words; the export has no hash (RULES.md 9.12)", async () => {
  const reviewId = await publish();
  await addPeople(["ana", "bea", "eva"], ago(30 * day));
  await outcomes(["ana", "bea"], reviewId);
  expect((await exportData(db, "ana")).reports).toEqual([
    {
      review_id: reviewId,
      reason: "spam",
      note: "An ad.",
      created_at: now.toISOString(),
      decided_at: null,
    },
  ]);
  for (const name of ["ana", "bea"]) await deleteAccount(db, name, true, secrets);
  expect(await report("eva", reviewId)).toBe("reported");
  const rows = await db.selectFrom("review_reports").selectAll().orderBy("id").execute();
  expect(rows.map(({ user_id, note }) => [user_id, note])).toEqual([
    [null, null],
    [null, null],
    ["eva", "An ad."],
  ]);
  expect(new Set(rows.map(({ mailbox }) => mailbox)).size).toBe(3);
  expect(JSON.stringify(rows)).not.toMatch(/gmail\.com/u);
});

test("reporters of one own mail domain hide nothing together, and one review a day with others (RULES.md 5.5, 5.7)", async () => {
  const [first, second] = [await publish("One."), await publish("Two.")];
  const mailboxes = ["one", "two", "three", "four"];
  await addPeople(mailboxes, ago(30 * day), "catchall.com");
  await addPeople(["ana", "bea", "eva"], ago(30 * day));
  expect(await outcomes(mailboxes.slice(0, 3), first)).not.toContain("hidden");
  await countDueReviews(db, later(10 * day));
  expect(await report("ana", first)).toBe("reported");
  expect(await outcomes(["bea", "eva", "four"], second)).not.toContain("hidden");
  expect(await report("bea", first, { at: later(day) })).toBe("hidden");
  await countDueReviews(db, later(day));
  expect(await hidden()).toEqual([first]);
  await countDueReviews(db, later(3 * day));
  expect(await hidden()).toEqual([first, second]);
});
