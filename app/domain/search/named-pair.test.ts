import { beforeEach, expect, test } from "vitest";
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
