import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { bestDupes, originalsOfBottles } from "./best-dupes.ts";
import {
  byEvidence,
  isDisputed,
  isDoubted,
  knownSimilarity,
  withoutDoubted,
} from "./dupe-order.ts";
import { otherDupes } from "./next-bottles.ts";
import { perfumeCards } from "./perfumes.ts";
import { listDupes, listOriginals, nearestOf } from "./relations.ts";

let db: Db;
let aventus: number;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
});

type Evidence = NonNullable<Parameters<typeof addDupe>[4]>;

const said = (supporting: number, against = 0) => ({ sources: { for: supporting, against } });

/** From first to last (RULES.md 1.7). */
const inOrder: [what: string, evidence: Evidence][] = [
  ["voted, 97 %", { likes: 30 }],
  ["voted, 86 %, denied by sources", { likes: 5, dislikes: 0, estimacion: 10, ...said(0, 4) }],
  ["voted, 82 %, more votes", { likes: 17, dislikes: 3 }],
  ["voted, 82 %, fewer votes", { likes: 8, dislikes: 1 }],
  ["voted, 50 %, fewer votes, many sources", { likes: 2, dislikes: 2, ...said(9) }],
  ["voted, 17 %, only four votes", { dislikes: 4 }],
  ["four sources", said(4)],
  ["three more for than against, estimated", { estimacion: 60, ...said(4, 1) }],
  ["three sources, not estimated", said(3)],
  ["one source, one vote, estimated", { likes: 1, estimacion: 94, ...said(1) }],
  ["one source, estimated", { estimacion: 90, ...said(1) }],
  ["one more for than against, liked", { likes: 2, ...said(2, 1) }],
  ["one source, B", said(1)],
  ["One source, C", said(1)],
  ["one source, d", said(1)],
  ["one source, disliked", { dislikes: 2, ...said(1) }],
  ["estimated, 97 %", { estimacion: 97 }],
  ["estimated, 96 %, liked twice", { likes: 2, estimacion: 96 }],
  ["estimated, 40 %", { estimacion: 40 }],
  ["named by shops", { sources: { catalogues: 3 } }],
  ["as many for as against, estimated", { estimacion: 99, ...said(1, 1) }],
  ["as many for as against", said(2, 2)],
  ["denied", said(0, 1)],
  ["denied, liked twice", { likes: 2, ...said(0, 1) }],
  ["denied by more", said(1, 3)],
  ["few votes, disliked", { dislikes: 1 }],
  ["few votes, liked twice", { likes: 2 }],
  ["no votes", {}],
  ["rejected, though many sources", { likes: 1, dislikes: 6, ...said(9) }],
  ["rejected by more", { dislikes: 5 }],
];

async function addAll() {
  // The reverse order, so that ids do not decide.
  for (const [nombre, evidence] of inOrder.toReversed())
    await addDupe(db, aventus, "Zara", nombre, evidence);
  return listDupes(db, aventus);
}

test("three people's votes come first, then sources and estimates, then disputed ones, then what fewer say or nobody, by name (RULES.md 1.7)", async () => {
  const dupes = await addAll();
  expect(dupes.map(({ nombre }) => nombre)).toEqual(inOrder.map(([what]) => what));
});

test("dupes are sorted in memory as in the database", async () => {
  const dupes = await addAll();
  expect(dupes.toReversed().toSorted(byEvidence)).toEqual(dupes);
});

test("fewer than three votes are no figure (RULES.md 1.6)", async () => {
  const known = (await addAll()).filter((dupe) => knownSimilarity(dupe) !== null);
  expect(known.map(({ nombre }) => nombre)).toEqual([
    ...inOrder.slice(0, 6).map(([what]) => what),
    "rejected, though many sources",
    "rejected by more",
  ]);
});

test("sources disagree when no more are for than against, until three people have voted", async () => {
  const dupes = await addAll();
  expect(dupes.filter(isDisputed).map(({ nombre }) => nombre)).toEqual([
    "as many for as against, estimated",
    "as many for as against",
    "denied",
    "denied, liked twice",
    "denied by more",
  ]);
});

test("five votes reject below 50 %, not at 50 % (RULES.md 1.7)", async () => {
  await addDupe(db, aventus, "Zara", "Half", { likes: 3, dislikes: 3 });
  await addDupe(db, aventus, "Zara", "Less", { likes: 3, dislikes: 4 });
  await addDupe(db, aventus, "Zara", "Nothing known");
  const dupes = await listDupes(db, aventus);
  expect(dupes.map(({ nombre, porcentaje }) => [nombre, porcentaje])).toEqual([
    ["Half", 50],
    ["Nothing known", expect.anything()],
    ["Less", 44],
  ]);
  expect(dupes.filter(isDoubted).map(({ nombre }) => nombre)).toEqual(["Less"]);
});

test("a doubted relation is nobody's best dupe, original or other dupe, however good its estimate (RULES.md 1.7)", async () => {
  for (const [nombre, evidence] of [
    ["Denied", { estimacion: 99, ...said(1, 3) }],
    ["Split", { likes: 2, estimacion: 99, ...said(1, 1) }],
    ["Rejected", { dislikes: 9 }],
  ] as const)
    await addDupe(db, aventus, "Lattafa", nombre, evidence);
  const dupes = await listDupes(db, aventus);
  expect(dupes.every(isDoubted)).toBe(true);
  expect(nearestOf(dupes, [])).toBeNull();
  expect((await bestDupes(db, [aventus])).size).toBe(0);
  const ids = dupes.map(({ bottleId }) => bottleId);
  expect((await originalsOfBottles(db, ids)).size).toBe(0);
  expect(await otherDupes(db, ids[0]!)).toEqual([]);
  expect(nearestOf([], await listOriginals(db, ids[0]!))).toBeNull();
});

test("only dupes that are not doubted are counted, on tiles as on the bottle's page (RULES.md 1.7)", async () => {
  const dupes = await addAll();
  const counted = withoutDoubted(dupes);
  expect(counted).toHaveLength(inOrder.length - 7);
  const [card] = await perfumeCards(db, [aventus]);
  expect(card!.dupes).toBe(counted.length);
});

test("what sources alone support is nobody's best dupe (RULES.md 1.6)", async () => {
  await addDupe(db, aventus, "Armaf", "Club de Nuit", said(3, 1));
  await addDupe(db, aventus, "Armaf", "Ventana", { estimacion: 99 });
  expect((await bestDupes(db, [aventus])).size).toBe(0);
  expect(nearestOf(await listDupes(db, aventus), [])).toBeNull();
});
