import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { createPerfumeSearch, type PerfumeSearch } from "./perfume-search.ts";

let db: Db;
let search: PerfumeSearch;

const relations = [
  ["Dior", "Sauvage", 300, "Chogan", "Nº 94"],
  ["Dior", "Sauvage Elixir", 200, "Armaf", "Ventana"],
  ["Maison Francis Kurkdjian", "Baccarat Rouge 540", 299, "Dossier", "Ambery Saffron"],
  ["Carolina Herrera", "Good Girl", 260, "Equivalenza", "207"],
  ["Yves Saint Laurent", "Black Opium", 290, "Zara", "Gardenia"],
  ["Jean Paul Gaultier", "Le Male", 270, "Chogan", "Nº 16"],
  ["Narciso Rodriguez", "For Her", 250, "Zara", "Rose Bouquet"],
] as const;

beforeEach(async () => {
  db = await freshDatabase();
  search = createPerfumeSearch(db);
  for (const [brand, name, popularidad, house, lookalike] of relations)
    await addDupe(db, await addPerfume(db, brand, name, { popularidad }), house, lookalike);
  await addPerfume(db, "Chogan", "Nº 121");
  await addPerfume(db, "Zara", "Navy Black");
  await addPerfume(db, "Zara", "For Her");
});

const found = async (query: string) =>
  (await search.find(query)).perfumes.map(
    ({ marca, nombre, isNear }) => `${isNear ? "near: " : ""}${marca} ${nombre}`,
  );

test.each([
  ["chogan sauvage", "Chogan Nº 94"],
  ["sauvage chogan", "Chogan Nº 94"],
  ["Chogan Dior Sauvage", "Chogan Nº 94"],
  ["dior sauvage de chogan", "Chogan Nº 94"],
  ["chogan dupe de sauvage", "Chogan Nº 94"],
  ["chogan savauge", "Chogan Nº 94"],
  ["dossier baccarat", "Dossier Ambery Saffron"],
  ["equivalenza good girl", "Equivalenza 207"],
  ["zara black opium", "Zara Gardenia"],
  ["chogan le male", "Chogan Nº 16"],
])("%s finds %s first, as what was typed", async (query, bottle) => {
  expect((await found(query))[0]).toBe(bottle);
});

test("the original follows, and is not exactly what was typed", async () => {
  expect(await found("dossier baccarat rouge 540")).toEqual([
    "Dossier Ambery Saffron",
    "near: Maison Francis Kurkdjian Baccarat Rouge 540",
  ]);
});

test("a brand of originals finds its look-alikes of one house, best known original first", async () => {
  expect((await found("chogan gaultier")).filter((one) => !one.startsWith("near"))).toEqual([
    "Chogan Nº 16",
  ]);
  const dior = (await search.find("dior sauvage")).perfumes.find((one) => one.nombre === "Sauvage");
  await addDupe(db, dior!.id, "Armaf", "Club de Nuit Urban");
  expect((await found("armaf dior")).slice(0, 2)).toEqual([
    "Armaf Club de Nuit Urban",
    "Armaf Ventana",
  ]);
});

test("a bottle that has all typed words stays first", async () => {
  expect((await found("zara black"))[0]).toBe("Zara Navy Black");
  expect((await found("zara for her"))[0]).toBe("Zara For Her");
  expect((await found("dior sauvage"))[0]).toBe("Dior Sauvage");
});

test("a house without a look-alike of the original, and a house alone, find what they did", async () => {
  expect(await found("zara baccarat rouge 540")).toEqual([
    "near: Maison Francis Kurkdjian Baccarat Rouge 540",
  ]);
  expect((await found("chogan")).toSorted()).toEqual([
    "Chogan Nº 121",
    "Chogan Nº 16",
    "Chogan Nº 94",
  ]);
});

test("what is found by its original is no search that found nothing", async () => {
  const missed: string[] = [];
  search = createPerfumeSearch(db, (query) => missed.push(query));
  await addDupe(db, await addPerfume(db, "Nasomatto", "Zzyzx"), "Lidl", "Suddenly");
  expect((await search.find("lidl zzyzx", 1, "192.0.2.1")).count).toBeGreaterThan(0);
  expect(missed).toEqual([]);
});
