import { beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../tests/support/database.ts";
import type { Db } from "../connect.ts";
import { samplePrefix } from "../sample/sample.ts";
import { seed } from "./seed.ts";

let db: Db;
let added: { perfumes: number; dupes: number };

beforeAll(async () => {
  db = await freshDatabase();
  added = await seed(db);
});

const perfumes = () => db.selectFrom("perfumes").selectAll().execute();
const dupes = () => db.selectFrom("dupes").selectAll().execute();

test("the starter catalogue is big enough to be of use", async () => {
  expect(added.perfumes).toBeGreaterThanOrEqual(120);
  expect(added.dupes).toBeGreaterThanOrEqual(450);
  expect((await dupes()).length).toBe(added.dupes);
  // Look-alikes have bottles of their own.
  expect((await perfumes()).length).toBeGreaterThan(added.perfumes + 100);
  expect(new Set((await perfumes()).map((row) => row.marca_slug)).size).toBeGreaterThanOrEqual(50);
});

test("at least ten perfumes have eight dupes or more", async () => {
  const counts = Map.groupBy(await dupes(), (dupe) => dupe.perfume_id).values();
  expect([...counts].filter((of) => of.length >= 8).length).toBeGreaterThanOrEqual(10);
});

test("the starter catalogue holds no votes, reviews or people", async () => {
  for (const table of ["usuarios", "user_votes", "dupe_reviews", "perfume_searches"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect((await dupes()).filter((dupe) => dupe.likes + dupe.dislikes > 0)).toEqual([]);
  expect((await perfumes()).filter((row) => row.nombre.startsWith(samplePrefix))).toEqual([]);
});

test("every brand is written in one way, so that it has one page", async () => {
  const spellings = Map.groupBy(await perfumes(), (row) => row.marca_slug);
  const double = [...spellings.values()]
    .map((rows) => [...new Set(rows.map((row) => row.marca))])
    .filter((names) => names.length > 1);
  expect(double).toEqual([]);
});

test("seeding twice is seeding once", async () => {
  const before = [await perfumes(), await dupes()];
  expect(await seed(db)).toEqual({ perfumes: 0, dupes: 0 });
  expect([await perfumes(), await dupes()]).toEqual(before);
});
