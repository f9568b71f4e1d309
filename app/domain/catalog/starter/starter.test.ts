import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import { samplePrefix } from "#app/domain/accounts/usernames.ts";
import { seed } from "#app/commands/load-starter.ts";

let db: Db;
let added: { perfumes: number; dupes: number };

beforeAll(async () => {
  db = await freshDatabase();
  added = await seed(db);
});

const perfumes = () => db.selectFrom("perfumes").selectAll().execute();
const dupes = () => db.selectFrom("dupes").selectAll().execute();

test("the starter catalogue is big enough to be useful", async () => {
  expect(added.perfumes).toBeGreaterThanOrEqual(1000);
  expect(added.dupes).toBeGreaterThanOrEqual(300);
  expect((await dupes()).length).toBe(added.dupes);
  // Look-alikes are bottles too.
  expect((await perfumes()).length).toBeGreaterThan(added.perfumes);
  expect(new Set((await perfumes()).map((row) => row.marca_slug)).size).toBeGreaterThanOrEqual(50);
});

test("every dupe has a page that says so or a catalogue that lists it, and none an estimate", async () => {
  const all = await dupes();
  expect(all.filter(({ sources_for, catalogues }) => sources_for + catalogues === 0)).toEqual([]);
  expect(all.filter(({ estimacion }) => estimacion !== null)).toEqual([]);
  expect(new Set(all.map(({ perfume_id }) => perfume_id)).size).toBeGreaterThanOrEqual(175);
});

test("every source names its author", async () => {
  const sources = await db.selectFrom("dupe_sources").select(["url", "author"]).execute();
  expect(sources.filter(({ author }) => author === null)).toEqual([]);
});

test("the dupes that people ask for first are confirmed, and Khamrah is by two", async () => {
  const asked = [
    "Baccarat Rouge 540",
    "Aventus",
    "Sauvage",
    "La Vie Est Belle",
    "Good Girl",
    "Black Opium",
    "Angels' Share",
    "Santal 33",
    "Oud Wood",
  ];
  const confirmed = await db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
    .select(["perfumes.nombre as original", "dupes.nombre", "sources_for"])
    .where("sources_for", ">", 0)
    .execute();
  const originals = new Set(confirmed.map(({ original }) => original));
  expect(asked.filter((original) => !originals.has(original))).toEqual([]);
  expect(confirmed.find(({ nombre }) => nombre === "Khamrah")?.sources_for).toBeGreaterThan(1);
});

test("the README says how many relations are confirmed, and how many shops alone name", async () => {
  const all = await dupes();
  const confirmed = all.filter(({ sources_for }) => sources_for > 0);
  const originals = new Set(confirmed.map(({ perfume_id }) => perfume_id)).size;
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  expect(readme).toContain(
    `**Confirmed: ${confirmed.length} relations** of ${originals} originals`,
  );
  expect(readme).toContain(`**Named by shops alone: ${all.length - confirmed.length} relations.**`);
  for (const file of ["perfumes", "dupes", "sources", "aliases", "shops"]) {
    const lines = readFileSync(new URL(`${file}.csv`, import.meta.url), "utf8")
      .trim()
      .split("\n");
    expect(readme).toMatch(new RegExp(`\\| \`${file}.csv\`\\s*\\| +${lines.length - 1} \\|`, "u"));
  }
});

test("most of the hundred most popular perfumes say what is in the bottle", async () => {
  const popular = (await perfumes())
    .toSorted((a, b) => b.popularidad - a.popularidad)
    .slice(0, 100);
  const described = popular.filter(
    ({ concentracion, anio, notas }) => concentracion !== null && anio !== null && notas !== null,
  );
  expect(described.length).toBeGreaterThanOrEqual(95);
});

test("every dupe has a name, not just a house number, except Chogan's", async () => {
  const hollow = (await dupes()).filter(
    ({ marca, nombre }) => marca !== "Chogan" && /^(?:n[º°o.]|fm)?\s*\d+$/iu.test(nombre),
  );
  expect(hollow).toEqual([]);
});

test("a dupe is listed under only one perfume", async () => {
  const twice = Map.groupBy(await dupes(), (dupe) => `${dupe.marca} · ${dupe.nombre}`);
  expect([...twice].filter(([, rows]) => rows.length > 1).map(([name]) => name)).toEqual([]);
});

test("the starter catalogue holds no votes, reviews or people", async () => {
  for (const table of ["usuarios", "user_votes", "dupe_reviews", "perfume_searches"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect((await dupes()).filter((dupe) => dupe.likes + dupe.dislikes > 0)).toEqual([]);
  expect((await perfumes()).filter((row) => row.nombre.startsWith(samplePrefix))).toEqual([]);
});

test("every brand has one spelling, and so one page", async () => {
  const spellings = Map.groupBy(await perfumes(), (row) => row.marca_slug);
  const double = [...spellings.values()]
    .map((rows) => [...new Set(rows.map((row) => row.marca))])
    .filter((names) => names.length > 1);
  expect(double).toEqual([]);
});

test("seeding twice has the same result as once", async () => {
  const before = [await perfumes(), await dupes()];
  expect(await seed(db)).toEqual({ perfumes: 0, dupes: 0 });
  expect([await perfumes(), await dupes()]).toEqual(before);
});

test("the starter catalogue has well-known shops without templates, and no prices", async () => {
  const shops = await db.selectFrom("shops").selectAll().execute();
  expect(shops.length).toBeGreaterThanOrEqual(30);
  expect(
    shops.filter((shop) => shop.affiliate_template !== null || shop.state !== "known"),
  ).toEqual([]);
  const countries = new Set(shops.map(({ country }) => country));
  expect([...countries].toSorted()).toEqual(["DE", "ES", "FR", "GB", "IT", "PT", "US"]);
  for (const table of ["prices", "price_summaries"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});
