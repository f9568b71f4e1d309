import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/connect.ts";
import { addDupe, addPerfume, freshDatabase } from "../../tests/support/database.ts";
import { originalsOf, otherDupes } from "./originals.ts";

let db: Db;
let clone: number;

beforeEach(async () => {
  db = await freshDatabase();
  clone = await addPerfume(db, "Lattafa", "Khamrah");
});

/** Makes the clone a dupe of a new original. */
async function original(nombre: string, more = {}) {
  const id = await addPerfume(db, "Kilian", nombre);
  await addDupe(db, id, "Lattafa", "Khamrah", more);
  return id;
}

test("a bottle's originals come in the order of dupes: evidence first, then similarity", async () => {
  await original("Nothing known");
  await original("Much disliked", { dislikes: 20 });
  await original("Estimated", { estimacion: 75 });
  await original("Voted", { likes: 30 });
  const found = await originalsOf(db, clone);
  expect(found.map(({ nombre }) => nombre)).toEqual([
    "Voted",
    "Estimated",
    "Much disliked",
    "Nothing known",
  ]);
  expect(found[1]).toMatchObject({ marca: "Kilian", estimacion: 75, porcentaje: 75, likes: 0 });
  expect(await originalsOf(db, found[0]!.originalId)).toEqual([]);
});

test("other dupes of the same originals are named once, the most similar first, those of which nothing is known last", async () => {
  const [one, two] = [await original("One"), await original("Two")];
  await addDupe(db, one, "Armaf", "Unknown");
  await addDupe(db, one, "Armaf", "Good", { estimacion: 80 });
  await addDupe(db, two, "Armaf", "Good", { estimacion: 60 });
  await addDupe(db, two, "Armaf", "Better", { estimacion: 90 });
  await addDupe(db, await addPerfume(db, "Dior", "Elsewhere"), "Armaf", "Not here");
  expect((await otherDupes(db, clone)).map(({ nombre }) => nombre)).toEqual([
    "Better",
    "Good",
    "Unknown",
  ]);
});
