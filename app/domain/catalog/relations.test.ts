import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { listDupes, listOriginals } from "./relations.ts";

let db: Db;
let aventus: number;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
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
  expect(await listDupes(db, aventus)).toEqual([]);
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

test("a bottle's originals come in the order of dupes (RULES.md 1.7)", async () => {
  const clone = await addPerfume(db, "Lattafa", "Khamrah");
  for (const [nombre, more] of [
    ["Much disliked", { dislikes: 20 }],
    ["Estimated", { estimacion: 75 }],
    ["Voted", { likes: 30 }],
  ] as const)
    await addDupe(db, await addPerfume(db, "Kilian", nombre), "Lattafa", "Khamrah", more);
  const found = await listOriginals(db, clone);
  expect(found.map(({ nombre }) => nombre)).toEqual(["Voted", "Estimated", "Much disliked"]);
  expect(found[1]).toMatchObject({ marca: "Kilian", estimacion: 75, likes: 0 });
  expect(await listOriginals(db, found[0]!.bottleId)).toEqual([]);
});
