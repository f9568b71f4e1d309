import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { bestDupes, originalsOfBottles } from "./best-dupes.ts";

let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

/** Makes Lattafa Khamrah a dupe of a new original. @returns the original's id */
async function original(nombre: string, more = {}) {
  const id = await addPerfume(db, "Kilian", nombre);
  await addDupe(db, id, "Lattafa", "Khamrah", more);
  return id;
}

test("a look-alike lists its three best originals, those with evidence first, and figures only with evidence", async () => {
  const khamrah = await addPerfume(db, "Lattafa", "Khamrah");
  await original("Of which nothing is known");
  const estimated = await original("Estimated", { estimacion: 75 });
  const voted = await original("Voted", { likes: 30 });
  const found = await originalsOfBottles(db, [khamrah, voted]);
  expect(found.get(khamrah)).toEqual([
    { id: voted, marca: "Kilian", nombre: "Voted", porcentaje: 97 },
    { id: estimated, marca: "Kilian", nombre: "Estimated", porcentaje: null },
    expect.objectContaining({ nombre: "Of which nothing is known", porcentaje: null }),
  ]);
  expect(found.has(voted)).toBe(false);
  await original("A fourth", { likes: 3 });
  expect((await originalsOfBottles(db, [khamrah])).get(khamrah)!.map((o) => o.nombre)).toEqual([
    "Voted",
    "A fourth",
    "Estimated",
  ]);
});

test("the best dupe has a figure of 60 % and more than every other (RULES.md 1.6)", async () => {
  const known = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, known, "Armaf", "Unknown");
  await addDupe(db, known, "Armaf", "Club de Nuit", { likes: 9, dislikes: 1 });
  await addDupe(db, known, "Zara", "Vibrant", { estimacion: 60 });
  const unknown = await addPerfume(db, "Dior", "Sauvage");
  await addDupe(db, unknown, "Armaf", "Ventana");
  const tie = await original("Tie", { likes: 9, dislikes: 1 });
  await addDupe(db, tie, "Zara", "Just as close", { likes: 9, dislikes: 1 });
  const middling = await original("Middling", { likes: 3, dislikes: 2 });
  const enough = await original("Enough", { likes: 5, dislikes: 3 });
  const best = await bestDupes(db, [known, unknown, tie, middling, enough]);
  expect(best.get(known)).toMatchObject({
    marca: "Armaf",
    nombre: "Club de Nuit",
    porcentaje: 83,
  });
  expect(best.get(enough)).toMatchObject({ nombre: "Khamrah", porcentaje: 60 });
  expect(best.size).toBe(2);
});

test("without bottles there are no relations", async () => {
  expect((await originalsOfBottles(db, [])).size).toBe(0);
  expect((await bestDupes(db, [])).size).toBe(0);
});
