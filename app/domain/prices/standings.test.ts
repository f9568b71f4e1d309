import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop } from "../../../tests/support/prices.ts";
import { standingsOf } from "./standings.ts";

let db: Db;
const now = new Date("2026-11-20T10:00:00.000Z");

beforeEach(async () => {
  db = await freshDatabase();
  await addShop(db, "druni.es");
});
afterEach(() => db.destroy());

const bottle = async (nombre: string) =>
  (
    await db
      .selectFrom("perfumes")
      .select("id")
      .where("nombre", "=", nombre)
      .executeTakeFirstOrThrow()
  ).id;

test("the best dupe is the one that people find closest, the cheapest has the lowest bottle price", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  const bare = await addPerfume(db, "Dior", "Sauvage");
  await addDupe(db, aventus, "Armaf", "Near", { likes: 20, dislikes: 1 });
  await addDupe(db, aventus, "Zara", "Cheap", { estimacion: 60 });
  await addDupe(db, aventus, "Lattafa", "Unknown");
  await addPrice(db, aventus, 24_500, now);
  await addPrice(db, await bottle("Near"), 2500, now);
  await addPrice(db, await bottle("Cheap"), 1995, now);
  await addPrice(db, await bottle("Cheap"), 999, now, { kind: "decant" });
  const standings = await standingsOf(db, [aventus, bare, 999], "es", now);
  expect(standings.get(aventus)).toMatchObject({
    own: { reference: { amount: 24_500 } },
    similarity: 91,
    best: { marca: "Armaf", nombre: "Near" },
    price: { amount: 1995, currency: "EUR" },
    cheapest: { nombre: "Cheap" },
  });
  const nothing = { own: null, similarity: null, best: null, price: null, cheapest: null };
  expect(standings.get(bare)).toEqual(nothing);
  expect(standings.get(999)).toEqual(nothing);
});

test("a dupe that most people reject is neither the best nor the cheapest (RULES.md 1.7)", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, aventus, "Zara", "Rejected", { likes: 1, dislikes: 6 });
  await addPrice(db, await bottle("Rejected"), 999, now);
  const nothing = { own: null, similarity: null, best: null, price: null, cheapest: null };
  expect((await standingsOf(db, [aventus], "es", now)).get(aventus)).toEqual(nothing);
});

test("an unknown figure is null, and prices are in the currency of the bottle's page", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, aventus, "Armaf", "Near");
  await addPrice(db, aventus, 30_000, now, { currency: "GBP" });
  await addPrice(db, await bottle("Near"), 2500, now, { currency: "GBP" });
  await addPrice(db, await bottle("Near"), 2900, now, { currency: "EUR" });
  const price = async (language: string) =>
    (await standingsOf(db, [aventus], language, now)).get(aventus);
  expect(await price("en")).toMatchObject({
    similarity: null,
    best: null,
    price: { amount: 2500, currency: "GBP" },
  });
  expect((await price("de"))?.price).toEqual({ amount: 2900, currency: "EUR" });
});
