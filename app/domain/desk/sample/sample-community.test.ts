import type { ControlledTransaction } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addAccount } from "../../../../tests/support/accounts.ts";
import { disagreements } from "../../../../tests/support/counters.ts";
import { freshDatabase } from "../../../../tests/support/database.ts";
import { everyRow } from "../../../../tests/support/full-bottle.ts";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { verdictCountsOf } from "#app/domain/reviews/verdict-counts.ts";
import { phraseOf, questions } from "#app/domain/reviews/verdict-questions.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { seed } from "#app/commands/load-starter.ts";
import community from "./community.json" with { type: "json" };
import { say } from "../../../../tests/support/verdicts.ts";
import { addSample, hasSample, removeSample } from "./sample-community.ts";
import { sampleShop } from "./sample-prices.ts";

const now = new Date("2026-06-15T12:00:00.000Z");
let starter: Db;
let db: ControlledTransaction<Schema>;

beforeAll(async () => {
  starter = await freshDatabase();
  await seed(starter);
});

// Filling a database for each test would take a minute.
beforeEach(async () => {
  db = await starter.startTransaction().execute();
  return () => db.rollback().execute();
});

/** Without row ids, which nobody sees. */
async function everything() {
  const rows = await everyRow(db);
  const unnumbered = (row: string) => row.replaceAll(/"(id|cheapest_id|reference_id)":\d+,?/gu, "");
  return Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [table, all.map(unnumbered).toSorted()]),
  );
}

async function castVote(dupe_id: number, user_id: string, voto: 1 | -1) {
  await db
    .insertInto("user_votes")
    .values({ dupe_id, user_id, voto, created_at: now.toISOString() })
    .execute();
  await recountVotes(db, [dupe_id]);
}

test("40 people are added, all clearly marked as invented, with every vote and review of the file", async () => {
  const added = await addSample(db, now);
  const rows = await everyRow(db);
  const people = await db.selectFrom("usuarios").selectAll().execute();
  expect(people).toHaveLength(40);
  expect(people.filter((person) => !person.nombre_usuario?.startsWith("demo_"))).toEqual([]);
  expect(people.filter((person) => !/\(demo\)/.test(person.nombre_completo))).toEqual([]);
  expect(added).toEqual({
    people: 40,
    votes: rows.user_votes!.length,
    verdicts: rows.verdicts!.length,
    reviews: community.reviews.length,
    prices: rows.prices!.length,
  });
  expect(rows.dupe_reviews).toHaveLength(community.reviews.length);
  const wanted = community.votes.reduce((sum, { up, down }) => sum + up + down, 0);
  expect(rows.user_votes).toHaveLength(wanted);
  // They cannot sign in.
  expect(rows.accounts).toEqual([]);
});

test("every figure matches what the invented people say", async () => {
  await addSample(db, now);
  expect(await disagreements(db, now)).toEqual([]);
  const voted = db.selectFrom("dupes").select("id").where("likes", ">", 0);
  expect((await voted.execute()).length).toBeGreaterThan(100);
});

test("the votes on a dupe are those in the file", async () => {
  await addSample(db, now);
  const shown = await db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
    .select(["perfumes.nombre as perfume", "dupes.marca", "dupes.nombre", "likes", "dislikes"])
    .execute();
  const [told] = community.votes;
  expect(shown).toContainEqual({
    perfume: told!.perfume[1],
    marca: told!.dupe[0],
    nombre: told!.dupe[1],
    likes: told!.up,
    dislikes: told!.down,
  });
});

test("cards with invented verdicts say different things: some majorities, some differing opinions, some nothing yet", async () => {
  await addSample(db, now);
  const dupes = (await db.selectFrom("dupes").select("id").execute()).map(({ id }) => id);
  const counts = [...(await verdictCountsOf(db, dupes)).values()];
  const kinds = counts.flatMap((one) => questions.map((it) => phraseOf(one, it)?.kind ?? "none"));
  expect(new Set(kinds)).toEqual(new Set(["most", "differ", "none"]));
  expect(counts.length).toBeGreaterThan(80);
});

test("reviews are in the past and by invented people; none is empty or repeated", async () => {
  await addSample(db, now);
  const reviews = await db.selectFrom("dupe_reviews").selectAll().execute();
  const texts = reviews.map((review) => review.description);
  expect(reviews.filter((review) => review.created_at > now.toISOString())).toEqual([]);
  expect(texts.filter((text) => text !== text.trim())).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

test("adding twice has the same effect as adding once", async () => {
  const first = await addSample(db, now);
  const before = await everything();
  expect(await addSample(db, now)).toEqual(first);
  expect(await everything()).toEqual(before);
});

test("the sample is there from adding to removing it, and every process hears of both", async () => {
  const seen = async () => [await hasSample(db), await catalogVersion(db)] as const;
  await addAccount(db, "demo1");
  const [before, version] = await seen();
  await addSample(db, now);
  const [added, next] = await seen();
  await removeSample(db);
  const [removed, last] = await seen();
  expect([before, added, removed]).toEqual([false, true, false]);
  expect([next - version, last - next]).toEqual([1, 1]);
});

test("removing leaves no trace, and removing again does nothing", async () => {
  const before = await everything();
  await addSample(db, now);
  expect(await removeSample(db)).toBe(40);
  expect(await everything()).toEqual(before);
  expect(await removeSample(db)).toBe(0);
});

test("real people, their votes and reviews, also of deleted accounts, survive adding and removing the sample", async () => {
  const ana = await addAccount(db, "ana");
  const alike = [await addAccount(db, "demolition_fan"), await addAccount(db, "demo1")];
  const [dupe] = await db.selectFrom("dupes").selectAll().execute();
  await castVote(dupe!.id, ana, -1);
  await say(db, ana, dupe!.id, { lasting: "less" }, { now });
  for (const person of alike) await castVote(dupe!.id, person, 1);
  await castVote(dupe!.id, await addAccount(db, "gone"), 1);
  await db.deleteFrom("usuarios").where("id", "=", "gone").execute();
  await db
    .insertInto("dupe_reviews")
    .values({
      dupe_id: dupe!.id,
      user_id: ana,
      description: "Nada que ver",
      created_at: now.toISOString(),
    })
    .execute();
  const before = await everything();

  await addSample(db, now);
  const during = await everything();
  for (const table of ["user_votes", "dupe_reviews"])
    expect(during[table]).toEqual(expect.arrayContaining(before[table]!));

  await removeSample(db);
  expect(await everything()).toEqual(before);
});

test("in a catalogue without these dupes only the people are added", async () => {
  const bare = await freshDatabase();
  expect(await addSample(bare, now)).toEqual({
    people: 40,
    votes: 0,
    verdicts: 0,
    reviews: 0,
    prices: 0,
  });
});

test("sample prices belong to an invented shop, and dupes are cheaper than their originals", async () => {
  const { prices } = await addSample(db, now);
  expect(prices).toBeGreaterThan(200);
  const shops = await db.selectFrom("prices").select("shop").distinct().execute();
  expect(shops).toEqual([{ shop: sampleShop }]);
  expect(
    await db.selectFrom("shops").select("name").where("host", "=", sampleShop).execute(),
  ).toEqual([{ name: "Tienda inventada (demo)" }]);
  const cheaper = await db
    .selectFrom("dupes")
    .innerJoin("price_summaries as dupe", "dupe.perfume_id", "dupe_perfume_id")
    .innerJoin("price_summaries as original", "original.perfume_id", "dupes.perfume_id")
    .select(["dupe.median_per_100_ml as of_dupe", "original.median_per_100_ml as of_original"])
    .execute();
  expect(cheaper.length).toBeGreaterThan(100);
  const dearer = cheaper.filter((one) => one.of_dupe >= one.of_original);
  // A bottle that is both original and dupe is priced as a dupe.
  expect(dearer.length).toBeLessThan(cheaper.length / 10);
});
