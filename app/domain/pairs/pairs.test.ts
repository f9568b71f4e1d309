import { afterAll, beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { findPerfume } from "#app/domain/catalog/perfumes.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { bottlesOfDupe, compareNotes, findPair } from "./pairs.ts";

let db: Db;
let original: number;
let dupe: number;
let bottle: number;

beforeEach(async () => {
  db = await freshDatabase();
  original = await addPerfume(db, "Creed", "Aventus");
  dupe = await addDupe(db, original, "Armaf", "Club de Nuit");
  await addDupe(db, original, "Zara", "Vibrant Leather", { likes: 3 });
  await addDupe(db, await addPerfume(db, "Dior", "Sauvage"), "Armaf", "Club de Nuit");
  ({ dupe_perfume_id: bottle } = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .where("id", "=", dupe)
    .executeTakeFirstOrThrow());
});
afterAll(() => db.destroy());

const pairOf = async (one: number, other: number) =>
  findPair(db, (await findPerfume(db, one))!, (await findPerfume(db, other))!);

test("a pair is found in either order, with the other dupes and originals of its bottles", async () => {
  for (const [one, other] of [
    [original, bottle],
    [bottle, original],
  ] as const) {
    const pair = (await pairOf(one, other))!;
    expect([pair.original.id, pair.lookAlike.id, pair.relation.id]).toEqual([
      original,
      bottle,
      dupe,
    ]);
    expect(pair.otherDupes.map(({ nombre }) => nombre)).toEqual(["Vibrant Leather"]);
    expect(pair.otherOriginals.map(({ nombre }) => nombre)).toEqual(["Sauvage"]);
  }
});

test("two bottles without a relation, or one beside itself, are no pair", async () => {
  const other = await addPerfume(db, "Tom Ford", "Oud Wood");
  expect(await pairOf(original, other)).toBeUndefined();
  expect(await pairOf(original, original)).toBeUndefined();
});

test("a dupe's bottles are found from either one's page, also by a dupe's id of before a merge", async () => {
  const expected = { original: { id: original }, dupe: { id: bottle, marca: "Armaf" } };
  for (const page of [original, bottle])
    expect(await bottlesOfDupe(db, page, dupe)).toMatchObject(expected);
  const again = await addPerfume(db, "Creed", "Aventus (2010)");
  const old = await addDupe(db, again, "Armaf", "Club de Nuit");
  await mergePerfumes(db, again, original, new Date());
  expect(await bottlesOfDupe(db, original, old)).toMatchObject(expected);
  expect(await bottlesOfDupe(db, bottle, 999_999)).toBeUndefined();
  const elsewhere = await addPerfume(db, "Tom Ford", "Oud Wood");
  expect(await bottlesOfDupe(db, elsewhere, dupe)).toBeUndefined();
});

test.each([
  [["rose", "oud"], ["oud", "musk"], { shared: ["oud"], onlyOne: ["rose"], onlyOther: ["musk"] }],
  [["Rose "], ["rose"], { shared: ["Rose "], onlyOne: [], onlyOther: [] }],
  [[], ["musk"], { shared: [], onlyOne: [], onlyOther: ["musk"] }],
])("of the notes %j and %j it tells shared ones from own ones", (one, other, expected) => {
  expect(compareNotes(one, other)).toEqual(expected);
});
