import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { createPerfumeSearch } from "./perfume-search.ts";

let db: Db;
let share: number;
let aventus: number;

beforeEach(async () => {
  db = await freshDatabase();
  share = await addPerfume(db, "Kilian", "Angels' Share", { popularidad: 90 });
  await addDupe(db, share, "Lattafa", "Khamrah");
  aventus = await addPerfume(db, "Creed", "Aventus", { popularidad: 95 });
  await addDupe(db, aventus, "Armaf", "Club de Nuit Intense Man");
  await addPerfume(db, "Creed", "Aventus Cologne");
  await addPerfume(db, "Dior", "Sauvage");
  await addPerfume(db, "Lattafa", "Khamrah Qahwa");
});

afterEach(() => void vi.restoreAllMocks());

const pairIn = async (query: string) => {
  const { pair } = await createPerfumeSearch(db).find(query);
  return pair && `${pair.lookAlike.nombre} / ${pair.original.nombre}`;
};

test.each([
  "khamrah angels share",
  "angels share khamrah",
  "Khamrah vs Angels' Share",
  "angels share oder khamrah",
  "khamrah contra angels share kilian",
  "lattafa khamrah, kilian angels share",
  "khamrah y angels share",
])("a query that names both bottles of a relation finds it: %s", async (query) => {
  expect(await pairIn(query)).toBe("Khamrah / Angels' Share");
});

test.each([
  "aventus vs club de nuit",
  "club de nuit intense man aventus",
  "armaf club de nuit vs creed aventus",
])("names of several words are told apart: %s", async (query) => {
  expect(await pairIn(query)).toBe("Club de Nuit Intense Man / Aventus");
});

test.each([
  "khamrah",
  "angels share",
  "khamrah qahwa",
  "aventus cologne",
  "sauvage vs aventus",
  "khamrah vs",
  "vs",
  "creed aventus",
  "a b c d e f g h i j k l khamrah angels share",
])("a query that names one bottle, or two without a relation, finds no pair: %s", async (query) => {
  expect(await pairIn(query)).toBeUndefined();
});

test("a bottle of the pair that a query names is never called something else than what was typed", async () => {
  const { perfumes } = await createPerfumeSearch(db).find("khamrah angels share");
  expect(perfumes.map(({ nombre, isNear }) => [nombre, isNear])).toContainEqual([
    "Angels' Share",
    false,
  ]);
});

test("the relation that a query names is counted among its results", async () => {
  const { perfumes, count } = await createPerfumeSearch(db).find("khamrah angels share");
  expect(perfumes.map(({ nombre }) => nombre)).toEqual(["Angels' Share"]);
  expect(count).toBe(2);
});

test("a pair that only both halves name is a result, and its search no miss", async () => {
  await addDupe(db, await addPerfume(db, "Nasomatto", "Zzyzx Qwolm"), "Lidl", "Vrunk Plexo");
  const onMiss = vi.fn<() => void>();
  const found = await createPerfumeSearch(db, onMiss).find(
    "zzyzx qwolm vrunk plexo",
    1,
    "192.0.2.1",
  );
  expect(found).toMatchObject({ pair: { lookAlike: { nombre: "Vrunk Plexo" } }, count: 1 });
  expect(onMiss).not.toHaveBeenCalled();
});

test("a pair that was removed since the search began is not counted", async () => {
  const search = createPerfumeSearch(db);
  await search.warm();
  const [kept, empty] = [db.selectFrom.bind(db), await freshDatabase()];
  vi.spyOn(db, "selectFrom").mockImplementation(((table: "perfumes") =>
    table === "perfumes" ? empty.selectFrom(table) : kept(table)) as typeof db.selectFrom);
  const found = await search.find("khamrah angels share");
  expect(found).toEqual({ perfumes: [], count: 1, pages: 1 });
});

test("a pair and the bottles are 250 results at most (RULES.md 2.1)", async () => {
  await addDupe(db, await addPerfume(db, "Byredo", "Saffron"), "Zara", "Jasmine");
  for (let n = 0; n < 260; n++)
    await addPerfume(db, "Dior", `Number ${n}`, { notas: "saffron|jasmine" });
  const found = await createPerfumeSearch(db).find("saffron jasmine");
  expect(found).toMatchObject({ pair: { original: { nombre: "Saffron" } }, count: 250, pages: 7 });
});
