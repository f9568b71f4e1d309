import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { deleteReview, listReviews, publishReview } from "./reviews.ts";
import { decideReview } from "./review-decisions.ts";
import { castVote } from "./votes.ts";

const start = Date.parse("2026-02-03T10:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000);
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  await addAccount(db, "ana");
  await addAccount(db, "bea");
});

const publish = (description: string, now = at(0), userId = "ana", dupe = dupeId) =>
  outcomeOf(
    publishReview(db, userId, { dupeId: dupe, perfumeId, description, language: "es" }, now),
  );

const texts = async (page = 1) =>
  (await listReviews(db, dupeId, page)).reviews.map((review) => review.description);

const newest = async () => (await listReviews(db, dupeId, 1)).reviews[0]?.id ?? 0;

test("a review is shown with its author and how they voted", async () => {
  await db.updateTable("usuarios").set({ avatar_url: "/a.webp" }).where("id", "=", "ana").execute();
  await db
    .updateTable("usuarios")
    .set({ nombre_usuario: null, nombre_usuario_clave: null })
    .where("id", "=", "bea")
    .execute();
  expect(await publish("Smoky.\n\nLasts long.")).toBe("published");
  await publish("Sweet.", at(1), "bea");
  await castVote(db, "ana", { dupeId, perfumeId, voto: -1 }, at(2), withoutEmail);
  // Only its author sees a vote that waits (RULES.md 5.8).
  await castVote(db, "bea", { dupeId, perfumeId, voto: 1 }, at(2), withoutEmail);
  await db
    .updateTable("user_votes")
    .set({ state: "waiting" })
    .where("user_id", "=", "bea")
    .execute();
  expect(await listReviews(db, dupeId, 1)).toEqual({
    reviews: [
      {
        id: expect.any(Number),
        description: "Sweet.",
        createdAt: "2026-02-03T10:00:01.000Z",
        userId: "bea",
        language: "es",
        state: "shown",
        author: { username: null, avatarUrl: null },
        voto: null,
      },
      {
        id: expect.any(Number),
        description: "Smoky.\n\nLasts long.",
        createdAt: "2026-02-03T10:00:00.000Z",
        userId: "ana",
        language: "es",
        state: "shown",
        author: { username: "ana", avatarUrl: "/a.webp" },
        voto: -1,
      },
    ],
    count: 2,
    pages: 1,
  });
});

test("25 reviews make three pages, newest first; at equal times the later row comes first", async () => {
  for (let n = 1; n <= 25; n++) await publish(`${n}`, at(Math.floor(n / 2)));
  const pages = await Promise.all([1, 2, 3].map((page) => texts(page)));
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, n) => `${25 - n}`));
});

test("an older review comes last, whenever its row was written", async () => {
  await publish("new", at(100));
  await publish("old", at(0));
  expect(await texts()).toEqual(["new", "old"]);
});

test.each([4, 0, -1, 1.5, Number.NaN, Infinity, 1e300])(
  "page %d of three is empty",
  async (page) => {
    for (let n = 1; n <= 25; n++) await publish(`${n}`);
    expect(await listReviews(db, dupeId, page)).toEqual({ reviews: [], count: 25, pages: 3 });
  },
);

test("the same text sent again within a minute counts once, even concurrently", async () => {
  const outcomes = await Promise.all([publish("Nice."), publish("Nice."), publish("Nice.")]);
  expect(outcomes.toSorted()).toEqual(["duplicate", "duplicate", "published"]);
  expect(await publish("Nice.", at(59))).toBe("duplicate");
  expect(await publish("Nice.", at(60))).toBe("published");
  expect(await texts()).toHaveLength(2);
});

test("another text, person or dupe is not a duplicate", async () => {
  const other = await addDupe(db, perfumeId, "Lattafa", "Asad");
  await publish("Nice.");
  expect(await publish("Nice!")).toBe("published");
  expect(await publish("Nice.", at(0), "bea")).toBe("published");
  expect(await publish("Nice.", at(0), "ana", other)).toBe("published");
});

test("nothing is published for a deleted dupe, another perfume's dupe or a deleted person", async () => {
  const sauvage = await addPerfume(db, "Dior", "Sauvage");
  const elsewhere = await addDupe(db, sauvage, "Zara", "Vibrant Leather");
  expect(await publish("Nice.", at(0), "ana", 999)).toBe("no-such-dupe");
  expect(await publish("Nice.", at(0), "ana", elsewhere)).toBe("no-such-dupe");
  expect(await publish("Nice.", at(0), "nobody")).toBe("no-such-person");
  expect(await db.selectFrom("dupe_reviews").select("id").execute()).toEqual([]);
});

test("only its author can delete a review", async () => {
  await publish("Nice.");
  await publish("Mine.", at(1), "bea");
  await publish("Mine, too.", at(2));
  const id = await newest();
  expect(await outcomeOf(deleteReview(db, "bea", id))).toBe("not-yours");
  expect(await outcomeOf(deleteReview(db, "ana", id, 999))).toBe("no-such-review");
  expect(await texts()).toHaveLength(3);
  expect(await outcomeOf(deleteReview(db, "ana", id, perfumeId))).toBe(dupeId);
  expect(await outcomeOf(deleteReview(db, "ana", id))).toBe("no-such-review");
  expect(await texts()).toEqual(["Mine.", "Nice."]);
});

test("each dupe of a perfume is listed with its review count", async () => {
  const second = await addDupe(db, perfumeId, "Lattafa", "Asad");
  const third = await addDupe(db, perfumeId, "Rasasi", "Hawas");
  await publish("One.");
  await publish("Two.");
  await publish("Three.", at(0), "bea", second);
  const counts = (await listDupes(db, perfumeId)).map(({ id, reviews }) => [id, reviews]);
  expect(Object.fromEntries(counts)).toEqual({ [dupeId]: 2, [second]: 1, [third]: 0 });
});

test("a review from before the clock was set back is not a duplicate", async () => {
  await publish("Smoky.");
  expect(await publish("Smoky.", at(-24 * 60 * 60))).toBe("published");
  expect(await texts()).toHaveLength(2);
});

test("a review that operators removed is not published again in the same words", async () => {
  await publish("Buy at mallory.example.");
  await decideReview(db, { reviewId: await newest(), version: 0, decision: "remove" }, at(60));
  expect(await publish("Buy at mallory.example.", at(3600))).toBe("removed-review");
  expect(await texts()).toEqual([]);
});
