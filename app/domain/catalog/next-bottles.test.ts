import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { findPerfume } from "./perfumes.ts";
import { alsoDupes, type Linked, nextOf, otherDupes, siblingsOf } from "./next-bottles.ts";

let db: Db;
let aventus: number;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
});

const perfume = async (id: number) => (await findPerfume(db, id))!;
const names = (linked: Linked[]) => linked.map(({ nombre }) => nombre);

test("a dupe lists its other originals, the most popular first, and the page's order of dupes stays", async () => {
  const little = await addPerfume(db, "Dior", "Little known", { popularidad: 1 });
  const famous = await addPerfume(db, "Dior", "Famous", { popularidad: 9 });
  const unrelated = await addPerfume(db, "Dior", "Unrelated", { popularidad: 10 });
  await addDupe(db, aventus, "Armaf", "Only here", { likes: 9 });
  await addDupe(db, aventus, "Zara", "Vibrant", { dislikes: 9 });
  await addDupe(db, aventus, "Zara", "Estimated", { estimacion: 60 });
  await addDupe(db, aventus, "Armaf", "Club de Nuit", { likes: 5 });
  for (const id of [little, famous]) await addDupe(db, id, "ARMAF", "club  de nuit");
  await addDupe(db, famous, "Zara", "Vibrant");
  await addDupe(db, little, "Zara", "Estimated");
  await addDupe(db, unrelated, "Lattafa", "Vibrant");
  const also = await alsoDupes(db, await perfume(aventus));
  expect(also.map(({ nombre, originals }) => [nombre, names(originals)])).toEqual([
    ["Club de Nuit", ["Famous", "Little known"]],
    ["Estimated", ["Little known"]],
    ["Vibrant", ["Famous"]],
  ]);
  expect(also[1]!.originals).toEqual([{ id: little, marca: "Dior", nombre: "Little known" }]);
  expect(await alsoDupes(db, await perfume(unrelated))).toEqual([]);
});

test("a page lists at most sixteen originals", async () => {
  await addDupe(db, aventus, "Armaf", "Club de Nuit");
  for (let n = 0; n < 18; n++)
    await addDupe(db, await addPerfume(db, "Dior", `No. ${n}`), "Armaf", "Club de Nuit");
  const also = await alsoDupes(db, await perfume(aventus));
  expect(also.flatMap(({ originals }) => originals)).toHaveLength(16);
});

test("at most four other well-known perfumes of the brand are listed", async () => {
  for (let n = 1; n <= 10; n++) await addPerfume(db, "Creed", `No. ${n}`, { popularidad: n });
  await addPerfume(db, "Dior", "Sauvage", { popularidad: 99 });
  expect(names(await siblingsOf(db, await perfume(aventus)))).toEqual(
    [10, 9, 8, 7].map((n) => `No. ${n}`),
  );
});

test("each perfume links to the next by brand and name, the last to the first", async () => {
  for (const [marca, nombre] of [
    ["Dior", "Sauvage"],
    ["Creed", "Viking"],
    ["香水", "A"],
    ["Armaf", "Z"],
    ["dior", "Fahrenheit"],
    // Same address and name as another brand: the older bottle comes first.
    ["Di’or", "Sauvage"],
  ] as const)
    await addPerfume(db, marca, nombre);
  const chain: Linked[] = [];
  let at = aventus;
  do {
    const next = (await nextOf(db, await perfume(at)))!;
    chain.push(next);
    at = next.id;
  } while (at !== aventus);
  expect(chain.map(({ marca, nombre }) => `${marca} ${nombre}`)).toEqual([
    "Creed Viking",
    "dior Fahrenheit",
    "Dior Sauvage",
    "Di’or Sauvage",
    "香水 A",
    "Armaf Z",
    "Creed Aventus",
  ]);
});

test("the only perfume in a catalogue has no next one", async () => {
  expect(await nextOf(db, await perfume(aventus))).toBeUndefined();
});

test("other dupes of the same originals are listed once, those with most evidence first (RULES.md 1.7)", async () => {
  const clone = await addPerfume(db, "Lattafa", "Khamrah");
  /** Makes the clone a dupe of a new original. @returns the original's id */
  const cloned = async (nombre: string) => {
    const id = await addPerfume(db, "Kilian", nombre);
    await addDupe(db, id, "Lattafa", "Khamrah");
    return id;
  };
  const [one, two] = [await cloned("One"), await cloned("Two")];
  await addDupe(db, one, "Armaf", "Unknown");
  await addDupe(db, one, "Armaf", "Good", { estimacion: 80 });
  await addDupe(db, two, "Armaf", "Good", { estimacion: 60 });
  await addDupe(db, two, "Armaf", "Better", { estimacion: 90 });
  await addDupe(db, two, "Armaf", "Supported", { sources: { for: 2 } });
  await addDupe(db, two, "Armaf", "Voted", { likes: 3, dislikes: 1 });
  await addDupe(db, await addPerfume(db, "Dior", "Elsewhere"), "Armaf", "Not here");
  expect((await otherDupes(db, clone)).map(({ nombre }) => nombre)).toEqual([
    "Voted",
    "Supported",
    "Better",
    "Good",
  ]);
});
