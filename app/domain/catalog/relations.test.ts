import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { knownSimilarity } from "./dupe-order.ts";
import { listDupes, listOriginals } from "./relations.ts";

let db: Db;
let aventus: number;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
});

const listed = async () => (await listDupes(db, aventus)).map((dupe) => dupe.nombre);

test("the most similar voted dupe comes first, whatever its number of votes, then estimated ones, and dupes without data last", async () => {
  await addDupe(db, aventus, "A", "Much voted", { likes: 10, dislikes: 10 });
  await addDupe(db, aventus, "B", "Well estimated", { estimacion: 97 });
  await addDupe(db, aventus, "C", "Well voted", { likes: 30, dislikes: 2 });
  await addDupe(db, aventus, "D", "Nothing known");
  expect(await listed()).toEqual(["Well voted", "Much voted", "Well estimated", "Nothing known"]);
});

/** Adds a dupe of Aventus with 80 % similarity, whatever its votes. */
async function addEqual(nombre: string, likes: number, dislikes: number) {
  const id = await addDupe(db, aventus, "Zara", nombre, { likes, dislikes });
  await db.updateTable("dupes").set({ porcentaje: 80 }).where("id", "=", id).execute();
}

test("equally similar dupes are sorted by number of votes, dislikes included, then by name", async () => {
  await addEqual("élan", 2, 2);
  await addEqual("Zest", 4, 0);
  await addEqual("ambar", 0, 4);
  await addEqual("Bold", 3, 0);
  await addEqual("Contested", 4, 5);
  await addEqual("Liked", 5, 0);
  expect(await listed()).toEqual(["Contested", "Liked", "ambar", "Zest", "élan", "Bold"]);
});

test("one or two votes are no figure, whatever the estimate: such dupes stand among those without any, by name, whatever the votes say (RULES.md 1.6, 1.7)", async () => {
  const add = (nombre: string, votes: object) => addDupe(db, aventus, "Zara", nombre, votes);
  await add("A Nothing known", {});
  await add("Once disliked", { dislikes: 1 });
  await add("Split", { likes: 1, dislikes: 1 });
  await add("Twice disliked", { dislikes: 2 });
  await add("Once liked", { likes: 1 });
  await add("Twice liked", { likes: 2 });
  await add("Three dislikes", { dislikes: 3 });
  await add("Disputed", { likes: 6, dislikes: 4 });
  await add("Badly estimated", { estimacion: 10, likes: 1 });
  const dupes = await listDupes(db, aventus);
  expect(dupes.map((dupe) => [dupe.nombre, knownSimilarity(dupe)])).toEqual([
    ["Disputed", 58],
    ["Three dislikes", 20],
    ["Badly estimated", null],
    ["A Nothing known", null],
    ["Once disliked", null],
    ["Once liked", null],
    ["Split", null],
    ["Twice disliked", null],
    ["Twice liked", null],
  ]);
});

test("a dupe below 50 % with five votes comes last, with four votes it does not (RULES.md 1.7)", async () => {
  const add = (nombre: string, votes: object) => addDupe(db, aventus, "Zara", nombre, votes);
  await add("Rejected", { likes: 1, dislikes: 6 });
  await add("Rejected by most", { likes: 0, dislikes: 9 });
  await add("Badly estimated", { estimacion: 10, dislikes: 4 });
  await add("Just enough", { likes: 2, dislikes: 8 });
  await add("Even", { likes: 3, dislikes: 7 });
  await add("Nothing known", {});
  await add("Once disliked", { dislikes: 1 });
  expect((await listDupes(db, aventus)).map((dupe) => [dupe.nombre, dupe.porcentaje])).toEqual([
    ["Badly estimated", 17],
    ["Nothing known", 85],
    ["Once disliked", 33],
    ["Even", 33],
    ["Just enough", 25],
    ["Rejected", 22],
    ["Rejected by most", 9],
  ]);
});

test("two dupes with the same name have a stable order", async () => {
  const [first, second] = [
    await addDupe(db, aventus, "A", "Oud"),
    await addDupe(db, aventus, "B", "Oud"),
  ];
  expect((await listDupes(db, aventus)).map((dupe) => dupe.id)).toEqual([first, second]);
});

test("dupes are listed only for their perfume, and a perfume without dupes has an empty list", async () => {
  await addDupe(db, await addPerfume(db, "Dior", "Sauvage"), "Armaf", "Ventana");
  expect(await listed()).toEqual([]);
  expect(await listDupes(db, 999)).toEqual([]);
});

test("a card gets only the data it shows", async () => {
  const id = await addDupe(db, aventus, "Armaf", "Club de Nuit", {
    likes: 3,
    dislikes: 1,
    estimacion: 90,
    foto: "https://x.example/c.webp",
    enlace: "https://shop.example/c",
  });
  expect(await listDupes(db, aventus)).toEqual([
    {
      id,
      bottleId: aventus + 1,
      marca: "Armaf",
      nombre: "Club de Nuit",
      foto: "https://x.example/c.webp",
      concentracion: null,
      notas: null,
      enlace: "https://shop.example/c",
      estimacion: 90,
      estimacion_url: null,
      porcentaje: 67,
      likes: 3,
      dislikes: 1,
      few_voices: 0,
      sources_for: 0,
      sources_against: 0,
      catalogues: 0,
      reviews: 0,
    },
  ]);
});

test("a bottle's originals come in the order of dupes: evidence first, then similarity", async () => {
  const clone = await addPerfume(db, "Lattafa", "Khamrah");
  for (const [nombre, more] of [
    ["Nothing known", {}],
    ["Much disliked", { dislikes: 20 }],
    ["Estimated", { estimacion: 75 }],
    ["Voted", { likes: 30 }],
  ] as const)
    await addDupe(db, await addPerfume(db, "Kilian", nombre), "Lattafa", "Khamrah", more);
  const found = await listOriginals(db, clone);
  expect(found.map((one) => [one.nombre, knownSimilarity(one)])).toEqual([
    ["Voted", 97],
    ["Estimated", null],
    ["Nothing known", null],
    ["Much disliked", 5],
  ]);
  expect(found[1]).toMatchObject({ marca: "Kilian", estimacion: 75, likes: 0 });
  expect(await listOriginals(db, found[0]!.bottleId)).toEqual([]);
});
