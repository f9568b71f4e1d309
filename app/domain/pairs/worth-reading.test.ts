import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addVerdictCounts } from "../../../tests/support/verdicts.ts";
import { countPairsToRead, isWorthReading, listPairsToRead } from "./worth-reading.ts";

let db: Db;
let original: number;
let made = 0;

beforeAll(async () => {
  db = await freshDatabase();
  original = await addPerfume(db, "Creed", "Aventus", { notas: "pineapple|birch" });
});
afterAll(() => db.destroy());

const add = (more: Parameters<typeof addDupe>[4] = {}) =>
  addDupe(db, original, "Zara", `Dupe ${++made}`, more);
const change = (id: number, values: object) =>
  db.updateTable("dupes").set(values).where("id", "=", id).execute();
const review = async (dupe_id: number, state: "shown" | "hidden") =>
  db
    .insertInto("dupe_reviews")
    .values({
      dupe_id,
      user_id: await addAccount(db, `author_${++made}`),
      description: "Close.",
      created_at: "2026-01-01T00:00:00.000Z",
      state,
    })
    .execute();
const notes = async (id: number, notas: string) => {
  const { dupe_perfume_id } = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await db.updateTable("perfumes").set({ notas }).where("id", "=", dupe_perfume_id).execute();
};

const cases: [what: string, make: () => Promise<number>, isWorth: boolean][] = [
  ["nothing", () => add(), false],
  ["an estimate", () => add({ estimacion: 90 }), false],
  ["two votes", () => add({ likes: 1, dislikes: 1 }), false],
  ["three votes", () => add({ likes: 1, dislikes: 2 }), true],
  ["a source", () => add({ sources: { for: 1 } }), true],
  ["a source against", () => add({ sources: { against: 1 } }), true],
];

test.each(cases)("a pair of which %s is known is worth reading: %s", async (_, make, isWorth) => {
  expect(await isWorthReading(db, await make())).toBe(isWorth);
});

test("three votes of fewer people's voices, or answers of them, are not enough", async () => {
  const voted = await add({ likes: 3 });
  await change(voted, { few_voices: 1 });
  const judged = await add();
  await addVerdictCounts(db, judged, { lasting: [3, 0, 0] });
  expect(await isWorthReading(db, judged)).toBe(true);
  await db
    .updateTable("verdict_counts")
    .set({ few_voices: "lasting" })
    .where("dupe_id", "=", judged)
    .execute();
  for (const id of [voted, judged]) expect(await isWorthReading(db, id)).toBe(false);
});

test("answers count by question, reviews when they are shown, notes when both bottles have them", async () => {
  const [spread, hidden, noted] = [await add(), await add(), await add()];
  await addVerdictCounts(db, spread, { lasting: [1, 1, 0], again: [0, 2, 0] });
  await review(hidden, "hidden");
  for (const id of [spread, hidden, noted]) expect(await isWorthReading(db, id)).toBe(false);
  await review(hidden, "shown");
  await notes(noted, "birch");
  for (const id of [hidden, noted]) expect(await isWorthReading(db, id)).toBe(true);
});

test("the list has those pairs alone, by id, in parts, with both names", async () => {
  await add();
  for (const likes of [3, 4, 5]) await add({ likes });
  const rows = await db.selectFrom("dupes").select(["id", "nombre"]).orderBy("id").execute();
  const worth: number[] = [];
  for (const { id } of rows) if (await isWorthReading(db, id)) worth.push(id);
  expect(await countPairsToRead(db)).toBe(worth.length);
  const all = await listPairsToRead(db, 0, 100);
  const parts = [await listPairsToRead(db, 0, 2), await listPairsToRead(db, 2, 100)].flat();
  expect(parts).toEqual(all);
  expect(all).toHaveLength(worth.length);
  expect(worth.length).toBeLessThan(rows.length);
  expect(all[0]).toMatchObject({
    original: { id: original, nombre: "Aventus" },
    dupe: { marca: "Zara", nombre: rows.find(({ id }) => id === worth[0])!.nombre },
  });
});
