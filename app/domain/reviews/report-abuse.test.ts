import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { exportData } from "#app/domain/accounts/data-export.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addPerfumeWithDupe, freshDatabase } from "../../../tests/support/database.ts";
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

/** Everybody reports from a network of their own. */
const report = (userId: string, reviewId: number, at = now, confirmed = true, keys = secrets) =>
  reportReview(db, { reviewId, perfumeId, userId, reason: "spam", note: "An ad." }, at, {
    secrets: keys,
    emailsAreConfirmed: confirmed,
    network: `network of ${userId}`,
  });

const stateOf = async (id: number) =>
  (
    await db
      .selectFrom("dupe_reviews")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).state;

async function addPeople(names: string[], createdAt: string, domain = "gmail.com") {
  for (const name of names) await addAccount(db, name, { createdAt, email: `${name}@${domain}` });
}

const outcomes = async (names: string[], reviewId: number, at = now, confirmed = true) => {
  const done: string[] = [];
  for (const name of names) done.push(await report(name, reviewId, at, confirmed));
  return done;
};

test("new accounts hide nothing, however many they are, until they are three days old; older ones do (RULES.md 5.5, 5.8)", async () => {
  const [first, second] = [await publish(), await publish("Two.")];
  const young = Array.from({ length: 9 }, (_, n) => `young${n}`);
  await addPeople(young, ago(3 * day - 1000));
  await addPeople(["ana", "bea", "eva"], ago(3 * day));
  expect(new Set(await outcomes(young, first))).toEqual(new Set(["reported"]));
  expect(await outcomes(["ana", "bea", "eva"], second)).toEqual(["reported", "reported", "hidden"]);
  expect(await countDueReviews(db, now)).toEqual([]);
  expect(await countDueReviews(db, later(1000))).toHaveLength(2);
  expect(await stateOf(first)).toBe("hidden");
});

test("three reports of one network hide no review (RULES.md 5.7)", async () => {
  const reviewId = await publish();
  await addPeople(["ana", "bea", "eva"], ago(30 * day));
  const office = { secrets, emailsAreConfirmed: true, network: "office" };
  for (const userId of ["ana", "bea", "eva"])
    expect(
      await reportReview(
        db,
        { reviewId, perfumeId, userId, reason: "spam", note: null },
        now,
        office,
      ),
    ).toBe("reported");
});

test("new accounts of a site that confirms no addresses count at once", async () => {
  const reviewId = await publish();
  await addPeople(["ana", "bea", "eva"], ago(0));
  expect((await outcomes(["ana", "bea", "eva"], reviewId, now, false)).at(-1)).toBe("hidden");
});

test("three people hide one review a day; what else they report counts the day after (RULES.md 5.5)", async () => {
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
  await countDueReviews(db, later(day));
  expect([await stateOf(second), await stateOf(third)]).toEqual(["hidden", "shown"]);
  await countDueReviews(db, later(2 * day));
  expect(await stateOf(third)).toBe("hidden");
  const waiting = await db.selectFrom("review_reports").select("id").execute();
  expect(waiting).toHaveLength(9);
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
  expect(await report("ana", reviewId, later(2 * day), true, rotated)).toBe("reported-already");
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
  expect(await outcomes(mailboxes.slice(0, 2), first)).toEqual(["reported", "reported"]);
  expect(await report("ana", first)).toBe("reported");
  expect(await report("three", first, later(day))).toBe("reported");
  expect(await outcomes(["bea", "eva", "four"], second, later(day))).not.toContain("hidden");
  expect(await report("bea", first, later(2 * day))).toBe("hidden");
});

test("where addresses are not confirmed, reporters of one domain count each (RULES.md 5.7)", async () => {
  const reviewId = await publish();
  await addPeople(["one", "two", "three"], ago(30 * day), "catchall.com");
  expect((await outcomes(["one", "two", "three"], reviewId, now, false)).at(-1)).toBe("hidden");
});
