import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { waitingInOrder } from "./waiting-items.ts";
import { addAccount, addOwner } from "../../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { onPostgres } from "../../../../tests/support/postgres-databases.ts";
import { addPrice } from "../../../../tests/support/prices.ts";
import { planOf } from "../../../../tests/support/query-plans.ts";
import { createPerfumeSearch } from "#app/domain/search/perfume-search.ts";
import { suggestDupe, suggestPerfume } from "../../../../tests/support/suggestions.ts";
import { accept } from "./decide.ts";
import type { ItemKind } from "./items.ts";
import { listQueue, pageSize } from "./queue-page.ts";

const start = Date.parse("2026-11-30T10:00:00.000Z");
const at = (minutes: number) => new Date(start + minutes * 60_000);
let db: Db;
let minute = 0;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  minute = 0;
});

const suggest = (marca: string, nombre: string, userId: string | null = null) =>
  suggestPerfume(db, { marca, nombre, userId, language: "es" }, at(++minute));
const queue = (kind: ItemKind | null = null, page = 1) =>
  listQueue(db, createPerfumeSearch(db), { kind, page });

test("an empty queue has no pages", async () => {
  expect(await queue()).toEqual({
    items: [],
    counts: { perfume: 0, dupe: 0, facts: 0, source: 0, review: 0, price: 0 },
    all: 0,
    total: 0,
    pages: 0,
  });
});

test("the most requested come first, then the oldest, across kinds and within each kind", async () => {
  const original = await addPerfume(db, "Creed", "Aventus");
  await addAccount(db, "ana");
  await suggest("Nishane", "Ani");
  await addPrice(db, original, 3000, at(0), { state: "held", user_id: "ana" });
  await addPrice(db, original, 3100, at(++minute));
  const dupe = { perfumeId: original, marca: "Armaf", nombre: "Club", language: "es" };
  await suggestDupe(db, { ...dupe, userId: null }, at(++minute));
  await suggest("Dior", "Sauvage");
  await suggestDupe(db, { ...dupe, userId: "ana" }, at(++minute));
  const { items, counts, total, pages } = await queue();
  expect(items.map(({ name, times }) => [name, times])).toEqual([
    ["dupe:1", 2],
    ["price:1", 1],
    ["perfume:1", 1],
    ["perfume:2", 1],
  ]);
  expect([counts, total, pages]).toEqual([
    { perfume: 2, dupe: 1, facts: 0, source: 0, review: 0, price: 1 },
    4,
    1,
  ]);
  expect(items[0]).toMatchObject({
    version: 1,
    since: at(3).toISOString(),
    people: 1,
    askers: [{ userId: "ana", username: "ana", at: at(5).toISOString() }],
    perfume: { id: original, marca: "Creed", nombre: "Aventus" },
    details: { kind: "dupe", marca: "Armaf", nombre: "Club" },
  });
  expect(items[1]).toMatchObject({
    people: 1,
    alike: [],
    details: { price: { amount_cents: 3000, currency: "EUR", size_ml: 100 }, usual: 3100 },
  });
  expect((await queue("perfume")).items.map(({ name }) => name)).toEqual([
    "perfume:1",
    "perfume:2",
  ]);
  expect(await queue("price")).toMatchObject({ items: [{ name: "price:1" }], total: 1 });
  await accept(db, { kind: "dupe", id: 1, version: 1 }, {}, "olga", at(9));
  expect((await queue()).total).toBe(3);
});

test("each item shows at most three similar bottles, and does not count as a search without results", async () => {
  const misses: string[] = [];
  for (const nombre of ["Sauvage", "Sauvage Elixir", "Sauvage Parfum", "Sauvage Cologne", "Joy"])
    await addPerfume(db, "Dior", nombre);
  await suggest("Dior", "Sauvage Extreme");
  await suggest("Qqq", "Zzxxyy");
  const search = createPerfumeSearch(db, (query) => misses.push(query));
  const { items } = await listQueue(db, search, { kind: null, page: 1 });
  expect(items[0]!.alike).toHaveLength(3);
  expect(items[0]!.alike.every(({ nombre }) => nombre.startsWith("Sauvage"))).toBe(true);
  expect(items[1]!.alike).toEqual([]);
  expect(misses).toEqual([]);
});

test("the first five people who asked are named, the others counted, without email addresses", async () => {
  for (let n = 1; n <= 7; n++) {
    await addAccount(db, `pia${n}`, { username: n === 2 ? null : `pia${n}` });
    await suggest("Nishane", "Ani", `pia${n}`);
  }
  const { items } = await queue();
  expect(items[0]).toMatchObject({ people: 7, times: 7 });
  expect(items[0]!.askers.map(({ username }) => username)).toEqual([
    "pia1",
    null,
    "pia3",
    "pia4",
    "pia5",
  ]);
  expect(JSON.stringify(items)).not.toContain("@");
});

test("pages have no duplicate and no missing items", async () => {
  for (let n = 1; n <= 2 * pageSize + 1; n++) await suggest("Brand", `Perfume ${n}`);
  const pages = [await queue(null, 1), await queue(null, 2), await queue(null, 3)];
  expect(pages.map(({ items }) => items.length)).toEqual([pageSize, pageSize, 1]);
  expect(new Set(pages.flatMap(({ items }) => items.map(({ name }) => name))).size).toBe(
    2 * pageSize + 1,
  );
  expect(pages[0]).toMatchObject({ pages: 3, total: 2 * pageSize + 1 });
  expect((await queue(null, 4)).items).toEqual([]);
});

const kinds = [null, "perfume", "dupe", "facts", "source", "price", "review"] as const;

test.skipIf(onPostgres).each(kinds)(
  "the queue is read from indexes alone, kind %s",
  async (kind) => {
    const plan = await planOf(db, waitingInOrder(db, kind));
    const steps = plan.filter((step) => /SCAN|SEARCH/u.test(step));
    // Suggestions by suspended people are read once in addition: few rows, by the index of authors.
    const beside = /suspensions|suggestion_authors|\b(one|other)\b/u;
    const reads = steps.filter((detail) => !beside.test(detail));
    expect(reads).toHaveLength(
      kind === null ? 9 : kind === "review" ? 3 : kind === "price" ? 2 : 1,
    );
    for (const read of reads)
      expect(read).toMatch(
        /USING (COVERING INDEX (\w+_waiting|prices_held|prices_disputed|dupe_reviews_hidden)|INDEX review_reports_waiting)/u,
      );
  },
);

test.runIf(onPostgres).each(kinds)("the queue never reads a whole table, kind %s", async (kind) => {
  const plan = await planOf(db, waitingInOrder(db, kind));
  // Few people are suspended.
  expect(plan.filter((step) => /Seq Scan on (?!suspensions)/u.test(step))).toEqual([]);
});
