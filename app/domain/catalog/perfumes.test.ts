import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { findPerfume, monthOf, mostSearched, perfumeCards } from "./perfumes.ts";

let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

/** Adds numbered perfumes, the most popular first. @returns their ids */
async function addPerfumes(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++)
    ids.push(await addPerfume(db, "Brand", `No. ${n}`, { popularidad: 1000 - n }));
  return ids;
}

const viewed = (perfume_id: number, month: string, views: number) =>
  db.insertInto("perfume_month_views").values({ month, perfume_id, views }).execute();

const top = async (now: string) => (await mostSearched(db, new Date(now))).map((card) => card.id);

test("a perfume is found by id, with the data of its page; a missing one is not", async () => {
  const id = await addPerfume(db, "Creed", "Aventus", { foto: "https://x.example/a.webp" });
  expect(await findPerfume(db, id)).toEqual({
    id,
    marca: "Creed",
    nombre: "Aventus",
    foto: "https://x.example/a.webp",
    marca_clave: "creed",
    nombre_clave: "aventus",
    marca_slug: "creed",
    concentracion: null,
    anio: null,
    genero: null,
    familia: null,
    notas: null,
  });
  expect(await findPerfume(db, id + 1)).toBeUndefined();
});

test("cards keep the requested order, count their dupes, and leave out deleted perfumes", async () => {
  const [a, b, c] = await addPerfumes(3);
  await addDupe(db, a!, "Armaf", "One");
  await addDupe(db, a!, "Armaf", "Two");
  await addDupe(db, c!, "Armaf", "Three");
  const cards = await perfumeCards(db, [c!, 999, a!, b!]);
  expect(cards.map(({ id, dupes }) => [id, dupes])).toEqual([
    [c, 1],
    [a, 2],
    [b, 0],
  ]);
  const facts = { concentracion: null, anio: null };
  expect(cards[0]).toEqual({
    id: c,
    marca: "Brand",
    nombre: "No. 2",
    foto: null,
    ...facts,
    dupes: 1,
  });
  expect(await perfumeCards(db, [])).toEqual([]);
});

test.each([
  ["2026-01-31T23:59:59.999Z", "2026-01"],
  ["2026-02-01T00:00:00.000Z", "2026-02"],
  ["2026-02-01T00:30:00+02:00", "2026-01"],
  ["2026-12-31T23:30:00-02:00", "2027-01"],
])("the month of %s is %s, counted in UTC", (instant, month) => {
  expect(monthOf(new Date(instant))).toBe(month);
});

test("the most opened of the month (UTC) come first, then the most popular of all time, without duplicates", async () => {
  const [a, b, c, d] = await addPerfumes(4);
  await viewed(d!, "2026-01", 7);
  await viewed(b!, "2026-01", 1);
  await viewed(c!, "2025-01", 99);
  expect(await top("2026-01-31T23:59:59.999Z")).toEqual([d, b, a, c]);
  expect(await top("2026-02-01T00:00:00.000Z")).toEqual([a, b, c, d]);
});

test("ties have a stable order, and views break ties of popularity", async () => {
  const [a, b] = await addPerfumes(2);
  await viewed(b!, "2026-01", 3);
  await viewed(a!, "2026-01", 3);
  expect(await top("2026-01-15T12:00:00Z")).toEqual([a, b]);
  await db.updateTable("perfumes").set({ popularidad: 1 }).execute();
  await db.updateTable("perfumes").set({ vistas: 2 }).where("id", "=", b!).execute();
  expect(await top("2026-05-15T12:00:00Z")).toEqual([b, a]);
});

test("15 are shown, or fewer when the catalogue has fewer", async () => {
  const ids = await addPerfumes(20);
  await viewed(ids[19]!, "2026-01", 1);
  expect(await top("2026-01-15T12:00:00Z")).toEqual([ids[19], ...ids.slice(0, 14)]);
  for (const id of ids) await viewed(id, "2026-02", id);
  expect(await top("2026-02-15T12:00:00Z")).toEqual(ids.toReversed().slice(0, 15));
  await db.deleteFrom("perfumes").where("id", ">", ids[2]!).execute();
  expect(await top("2026-01-15T12:00:00Z")).toEqual(ids.slice(0, 3));
  await db.deleteFrom("perfumes").execute();
  expect(await top("2026-01-15T12:00:00Z")).toEqual([]);
});
