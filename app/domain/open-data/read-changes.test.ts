import { expect, test } from "vitest";
import {
  addDupe,
  addPerfume,
  addSource,
  freshDatabase,
  revisionOf,
} from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { addAccount, addOwner } from "../../../tests/support/accounts.ts";
import { onPostgres } from "../../../tests/support/postgres-databases.ts";
import { addPrice } from "../../../tests/support/prices.ts";
import { say } from "../../../tests/support/verdicts.ts";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { removeDupe } from "#app/domain/desk/catalog/edit-dupes.ts";
import { addAlias, editPerfume, remove } from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import community from "#app/domain/desk/sample/community.json" with { type: "json" };
import { addSample, removeSample } from "#app/domain/desk/sample/sample-community.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { decideSighting } from "#app/domain/prices/decide-sighting.ts";
import { setShopState } from "#app/domain/prices/import-shops.ts";
import type { Db } from "#db/database.ts";
import { dataFiles, rowsOf } from "./data-files.ts";
import { type Change, createChangeLog } from "./read-changes.ts";

const now = new Date();
const by = { actor: "olga", now };

type Rows = Record<string, Record<number, unknown>>;

async function read(db: Db, since: number): Promise<Change[]> {
  const all: Change[] = [];
  for (let after: number | null = since; after !== null;) {
    const { changes, next } = await (await createChangeLog(db).since(after))!.read();
    all.push(...changes);
    after = next;
  }
  return all;
}

async function dumped(db: Db): Promise<Rows> {
  const all: Rows = {};
  for (const file of dataFiles) {
    all[file] = {};
    for await (const row of rowsOf(db, file)) all[file][row.id] = row;
  }
  return all;
}

/** What somebody has who puts every line's row in its place. */
function createMirror() {
  const files: Rows = Object.fromEntries(dataFiles.map((file) => [file, {}]));
  let since = 0;
  return {
    files,
    async follow(db: Db) {
      const changes = await read(db, since);
      for (const { id, kind, file, row } of changes) {
        expect(id).toBeGreaterThan(since);
        since = id;
        if (kind === "remove") delete files[file]![row.id];
        else files[file]![row.id] = row;
      }
      return changes.length;
    },
  };
}

function numbersOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

/** One random thing that people, operators or commands do. */
async function live(db: Db, next: () => number, entries: number[]): Promise<void> {
  const pick = <One>(list: readonly One[]): One => list[Math.floor(next() * list.length)]!;
  const bottles = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .orderBy("id")
    .execute();
  const dupes = await db.selectFrom("dupes").select(["id", "perfume_id"]).orderBy("id").execute();
  const prices = await db.selectFrom("prices").select("id").orderBy("id").execute();
  const [one, other] = [pick(bottles), pick(bottles)];
  const dupe = dupes.length > 0 ? pick(dupes) : null;
  const name = `Number ${Math.floor(next() * 1e6)}`;
  const did = async (done: object) =>
    "entry" in done && typeof done.entry === "number" && entries.push(done.entry);
  const shop = pick(["a.example", "b.example"]);
  const acts: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 4 }, () => () => addPerfume(db, pick(["Armaf", "Dior"]), name)),
    () => edit(db, one.id, { nombre: name }).then(did),
    () => edit(db, one.id, { anio: 1990 + Math.floor(next() * 30) }).then(did),
    () => addAlias(db, one.id, name, "name", by).then(did),
    ...Array.from({ length: 3 }, () => () => addUnlessKnown(db, one.id, other)),
    () => addPrice(db, one.id, 1000 + Math.floor(next() * 900), now, { shop }),
    () => addPrice(db, one.id, 1000 + Math.floor(next() * 900), now, { shop, state: "held" }),
    () => addPrice(db, one.id, 1000 + Math.floor(next() * 900), now, { shop, vouched: 0 }),
    async () => {
      const vouched = pick([0, 1] as const);
      if (prices.length > 0)
        await db.updateTable("prices").set({ vouched }).where("id", "=", pick(prices).id).execute();
    },
    async () => {
      const decision = { state: pick(["shown", "refused"] as const), actor: "olga", reason: null };
      if (prices.length > 0) await decideSighting(db, pick(prices).id, decision, now);
    },
    () => setShopState(db, shop, pick(["known", "blocked"] as const), now),
    async () => dupe && addSource(db, dupe.id),
    async () => dupe && countVerdict(db, dupe.id),
    async () => dupe && countVerdict(db, dupe.id),
    async () => dupe && did(await removeDupe(db, dupe.perfume_id, dupe.id, by)),
    () => merge(db, one.id, other.id, by).then(did),
    () => remove(db, one.id, by).then(did),
    async () => entries.length > 0 && undo(db, entries.pop()!, "olga", now),
  ];
  await outcomeOf(pick(acts)());
}

const edit = async (db: Db, id: number, values: Parameters<typeof editPerfume>[2]) =>
  editPerfume(db, id, values, await revisionOf(db, id), by);

async function addUnlessKnown(db: Db, original: number, bottle: { id: number } & BottleName) {
  if (bottle.id === original || (await findDupeBetween(db, original, bottle.id))) return;
  await addDupe(db, original, bottle.marca, bottle.nombre);
}

async function countVerdict(db: Db, dupe_id: number): Promise<void> {
  await db
    .insertInto("verdict_counts")
    .values({ dupe_id, verdicts: 1, opening_same: 1 })
    .onConflict((known) =>
      known.column("dupe_id").doUpdateSet((row) => ({
        verdicts: row("verdict_counts.verdicts", "+", 1),
        opening_same: row("verdict_counts.opening_same", "+", 1),
      })),
    )
    .execute();
}

test.each([7, 4211, 90_001])(
  "whoever follows the changes of a long random day has what a fresh dump has (%i)",
  async (seed) => {
    const db = await freshDatabase();
    await addOwner(db);
    for (let n = 0; n < 6; n++) await addPerfume(db, "Armaf", `Bottle ${n}`);
    const next = numbersOf(seed);
    const entries: number[] = [];
    const [often, once] = [createMirror(), createMirror()];
    for (let n = 0; n < 250; n++) {
      await live(db, next, entries);
      if (next() < 0.1) await often.follow(db);
    }
    while ((await often.follow(db)) > 0);
    while ((await once.follow(db)) > 0);
    const fresh = await dumped(db);
    expect(often.files).toEqual(fresh);
    expect(once.files).toEqual(fresh);
    expect(Object.values(fresh).flatMap((rows) => Object.keys(rows)).length).toBeGreaterThan(50);
  },
);

test("somebody who reads everything lets others in between", async () => {
  const db = await freshDatabase();
  for (let n = 0; n < 450; n++) await addPerfume(db, "Armaf", `Bottle ${n}`);
  await read(db, 0);
  let turns = 0;
  const others = () => (++turns, (next = setImmediate(others)));
  let next = setImmediate(others);
  expect(await read(db, 0)).toHaveLength(450);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(4);
});

test("the invented community's prices and verdicts are in no file and no change, those of people are (RULES.md 1.14)", async () => {
  const db = await freshDatabase();
  const { perfume, dupe } = community.votes.find(({ up, down }) => up + down > 6)!;
  const original = await addPerfume(db, perfume[0]!, perfume[1]!);
  const id = await addDupe(db, original, dupe[0]!, dupe[1]!);
  const known = await addPrice(db, original, 4990, now);
  for (const name of ["ana", "bea", "eva"]) {
    await addAccount(db, name);
    await say(db, name, id, { opening: "same" });
  }
  const shown = async () => {
    const { prices, verdicts } = await dumped(db);
    return [Object.keys(prices!), Object.values(verdicts!)] as const;
  };
  const before = await shown();
  expect(before).toMatchObject([[String(known)], [{ id, verdicts: 3 }]]);
  const mirror = createMirror();
  await mirror.follow(db);
  await addSample(db, now);
  expect(await shown()).toEqual([before[0], []]);
  await mirror.follow(db);
  expect(mirror.files).toEqual(await dumped(db));
  await removeSample(db, now);
  expect(await shown()).toEqual(before);
  await mirror.follow(db);
  expect(mirror.files).toEqual(await dumped(db));
});

test("a line says what happened to a row since the last one that the reader saw", async () => {
  const db = await freshDatabase();
  await addOwner(db);
  const [old, kept] = [
    await addPerfume(db, "Armaf", "Club de Nuit"),
    await addPerfume(db, "Armaf", "Club de Nuit Intense"),
  ];
  const first = await read(db, 0);
  expect(first.map(({ kind, file, row }) => [kind, file, row.id])).toEqual([
    ["add", "perfumes", old],
    ["add", "perfumes", kept],
  ]);
  const seen = first.at(-1)!.id;
  await edit(db, kept, { anio: 2015 });
  expect(await read(db, seen)).toMatchObject([
    { id: seen + 1, kind: "change", file: "perfumes", row: { id: kept, anio: 2015 } },
  ]);
  await merge(db, old, kept, by);
  const after = await read(db, seen + 1);
  expect(after).toHaveLength(3);
  expect(after).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "remove", file: "perfumes", row: { id: old } }),
      expect.objectContaining({ kind: "merge", file: "redirects", old_id: old, into: kept }),
      expect.objectContaining({ kind: "add", file: "aliases" }),
    ]),
  );
  expect(await createChangeLog(db).since(after.at(-1)!.id + 1)).toBeNull();
});

test("a price that waits, or that nobody vouches for, leaves no trace until it is shown", async () => {
  const db = await freshDatabase();
  await addOwner(db);
  const bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  const [{ id: seen }] = (await read(db, 0)) as [Change];
  const price = await addPrice(db, bottle, 2490, now, { state: "held" });
  expect(await read(db, seen)).toEqual([]);
  await decideSighting(db, price, { state: "shown", actor: "olga", reason: null }, now);
  expect(await read(db, seen)).toMatchObject([{ kind: "add", file: "prices", row: { id: price } }]);
  await db.updateTable("prices").set({ vouched: 0 }).execute();
  expect(await read(db, seen + 1)).toMatchObject([{ kind: "remove", row: { id: price } }]);
  await db.updateTable("prices").set({ vouched: 1 }).execute();
  expect(await read(db, seen + 2)).toMatchObject([{ kind: "add", row: { id: price } }]);
  await setShopState(db, "druni.es", "blocked", now);
  expect(await read(db, seen + 3)).toMatchObject([{ kind: "remove", row: { id: price } }]);
});

test.skipIf(!onPostgres)("a change that was begun first but ended last is not missed", async () => {
  const db = await freshDatabase();
  const [end, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = db.transaction().execute(async (tx) => {
    await addPerfume(tx, "Armaf", "First");
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  await addPerfume(db, "Armaf", "Second");
  const [second] = await read(db, 0);
  expect(second).toMatchObject({ kind: "add", row: { nombre: "Second" } });
  end.resolve();
  await slow;
  expect(await read(db, second!.id)).toMatchObject([{ kind: "add", row: { nombre: "First" } }]);
});
