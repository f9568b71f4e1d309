import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { importDupes } from "#app/domain/catalog/csv/import-dupes.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { updateDupe } from "#app/domain/catalog/dupes.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { addSource, removeSource, updateSource } from "#app/domain/catalog/sources.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { addAccount } from "../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../tests/support/database.ts";
import { addPrice } from "../../tests/support/prices.ts";
import { finish, recordChanges, claimChanges } from "./changes.ts";

let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await recordChanges(db, true);
});

function csv(...lines: string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), "sosia-csv-")), "x.csv");
  writeFileSync(path, lines.join("\n"));
  return path;
}

/** Reads and deletes the recorded names. */
async function noted(db: Db): Promise<string[]> {
  const rows = await db.deleteFrom("changed_perfumes").returningAll().execute();
  return rows.map(({ nombre }) => nombre).toSorted();
}

const soon = () => new Date(Date.now() + 1000);
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
const take = (lease: string, now: Date, most = 10) =>
  claimChanges(db, lease, now, after(now, 1), most);
const namesIn = (news: Awaited<ReturnType<typeof take>>) =>
  news?.perfumes.map(({ nombre }) => nombre).toSorted();

test("an import records new and changed perfumes, and nothing when repeated", async () => {
  const perfumes = csv("marca,nombre,foto", "Creed,Aventus,", "Dior,Joy,", "Dior,Dune,");
  await importPerfumes(db, perfumes);
  expect(await noted(db)).toEqual(["Aventus", "Dune", "Joy"]);
  await importPerfumes(db, perfumes);
  expect(await noted(db)).toEqual([]);
  const other = csv("marca,nombre,foto", "Creed,Aventus,https://x.example/a.jpg", "Dior,DUNE,");
  await importPerfumes(db, other);
  expect(await noted(db)).toEqual(["Aventus", "DUNE"]);
});

test("a changed fact changes the bottle's page and its originals'", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, aventus, "Armaf", "Club de Nuit");
  await addPerfume(db, "Dior", "Joy");
  await noted(db);
  await importPerfumes(db, csv("marca,nombre,notas", "Armaf,Club de Nuit,birch|musk"));
  expect(await noted(db)).toEqual(["Aventus", "Club de Nuit"]);
  await importPerfumes(db, csv("marca,nombre,anio", "Creed,Aventus,2010", "Dior,Joy,"));
  expect(await noted(db)).toEqual(["Aventus"]);
});

test("an import of dupes records each perfume once, even if several of its dupes are new or changed", async () => {
  await importPerfumes(db, csv("marca,nombre", "Creed,Aventus", "Dior,Joy", "Dior,Dune"));
  await noted(db);
  const columns = "perfume_marca,perfume_nombre,marca,nombre,enlace,porcentaje";
  const dupes = [
    "Creed,Aventus,Armaf,Club de Nuit,,90",
    "Creed,Aventus,Zara,Vibrant,,",
    "Dior,Joy,Zara,Joia,,",
  ];
  await importDupes(db, csv(columns, ...dupes));
  expect(await noted(db)).toEqual(["Aventus", "Club de Nuit", "Joia", "Joy", "Vibrant"]);
  await importDupes(db, csv(columns, ...dupes));
  expect(await noted(db)).toEqual([]);
  await importDupes(db, csv(columns, "Creed,Aventus,Armaf,Club de Nuit,,80"));
  expect(await noted(db)).toEqual(["Aventus", "Club de Nuit"]);
  await importDupes(db, csv(columns, "Dior,Joy,Zara,Joia,https://shop.example,"));
  expect(await noted(db)).toEqual(["Joia", "Joy"]);
});

test("a source added, turned or removed records both bottles, a corrected title neither", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  const dupe = await addDupe(db, aventus, "Armaf", "Club de Nuit");
  await noted(db);
  const both = ["Aventus", "Club de Nuit"];
  const values = { title: "T", stance: "for", kind: "article", said_on: null } as const;
  const now = new Date();
  const source = await addSource(db, dupe, { url: "https://forum.example/1", ...values }, now);
  const it = { id: source as number, dupeId: dupe };
  expect(await noted(db)).toEqual(both);
  await updateSource(db, it, { ...values, title: "Title" }, now);
  expect(await noted(db)).toEqual([]);
  await updateSource(db, it, { ...values, stance: "against" }, now);
  expect(await noted(db)).toEqual(both);
  await removeSource(db, it.id, now);
  expect(await noted(db)).toEqual(both);
  const estimate = { enlace: null, estimacion: 90 };
  await updateDupe(db, dupe, estimate, now);
  await noted(db);
  await updateDupe(db, dupe, { ...estimate, estimacion_url: "https://list.example/" }, now);
  expect(await noted(db)).toEqual(both);
});

test("deleting a perfume records its last name and its dupes, deleting a dupe records both bottles", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, aventus, "Armaf", "Club de Nuit");
  const joy = await addPerfume(db, "Dior", "Joy");
  const joia = await addDupe(db, joy, "Zara", "Joia");
  await noted(db);
  await db.deleteFrom("perfumes").where("id", "=", aventus).execute();
  await db.deleteFrom("dupes").where("id", "=", joia).execute();
  expect(namesIn(await take("me", soon()))).toEqual(["Aventus", "Club de Nuit", "Joia", "Joy"]);
});

test("moving a dupe to another original records both originals and the look-alike", async () => {
  const [from, to] = [await addPerfume(db, "Dior", "Joy"), await addPerfume(db, "Dior", "Dune")];
  await addDupe(db, from, "Zara", "Joia");
  await noted(db);
  await db.updateTable("dupes").set({ perfume_id: to }).execute();
  expect(await noted(db)).toEqual(["Dune", "Joia", "Joy"]);
});

test("renaming a look-alike records its originals too", async () => {
  const joy = await addPerfume(db, "Dior", "Joy");
  await addDupe(db, joy, "Zara", "Joia");
  await noted(db);
  await db.updateTable("perfumes").set({ nombre: "Gioia" }).where("id", "!=", joy).execute();
  expect(await noted(db)).toEqual(["Gioia", "Joy"]);
});

test("votes, views, prices and popularity are not recorded", async () => {
  const perfume_id = await addPerfume(db, "Creed", "Aventus");
  const dupe_id = await addDupe(db, perfume_id, "Armaf", "Club de Nuit");
  await addAccount(db, "ana");
  await noted(db);
  const created_at = new Date().toISOString();
  await db
    .insertInto("user_votes")
    .values({ dupe_id, user_id: "ana", voto: 1, created_at })
    .execute();
  await recountVotes(db, [dupe_id]);
  await addPrice(db, perfume_id, 2490, new Date());
  const aventus = db.updateTable("perfumes").where("id", "=", perfume_id);
  await aventus.set({ vistas: 7 }).execute();
  await importPerfumes(db, csv("marca,nombre,popularidad", "Creed,Aventus,99"));
  const { likes } = await db.selectFrom("dupes").select("likes").executeTakeFirstOrThrow();
  const perfume = await db
    .selectFrom("perfumes")
    .select(["vistas", "popularidad"])
    .where("id", "=", perfume_id)
    .executeTakeFirst();
  expect([likes, perfume]).toEqual([1, { vistas: 7, popularidad: 99 }]);
  expect(await noted(db)).toEqual([]);
});

test("a change that is rolled back is not recorded", async () => {
  const change = inTransaction(db, async (trx) => {
    await addPerfume(trx, "Creed", "Aventus");
    throw new Error("undone");
  });
  await expect(change).rejects.toThrow("undone");
  expect(await noted(db)).toEqual([]);
});

test("without a key nothing is recorded, and earlier records are deleted", async () => {
  const off = await freshDatabase();
  await addDupe(off, await addPerfume(off, "Dior", "Joy"), "Zara", "Joia");
  await off.deleteFrom("perfumes").execute();
  expect(await noted(off)).toEqual([]);

  await addPerfume(db, "Creed", "Aventus");
  await recordChanges(db, true);
  expect(namesIn(await take("me", soon()))).toEqual(["Aventus"]);
  await recordChanges(db, false);
  await addPerfume(db, "Dior", "Joy");
  expect(await noted(db)).toEqual([]);
});

test("one worker claims the batch until its lease ends; later changes wait for it", async () => {
  for (const name of ["a", "b", "c"]) await addPerfume(db, "Creed", name);
  const now = soon();
  const mine = await take("me", now, 2);
  expect(namesIn(mine)).toEqual(["a", "b"]);
  expect(await take("other", after(now, 0.9))).toBeUndefined();
  const heir = await take("other", after(now, 1));
  expect(namesIn(heir)).toEqual(["a", "b", "c"]);
  expect(await finish(db, mine!, { is: "sent", at: now })).toBe(false);
  expect(await finish(db, heir!, { is: "sent", at: now })).toBe(true);
  expect(await noted(db)).toEqual([]);
});

test("a perfume that changes while being announced is announced again", async () => {
  const id = await addPerfume(db, "Creed", "Aventus");
  await addPerfume(db, "Dior", "Joy");
  const now = soon();
  const news = await take("me", now);
  await db.updateTable("perfumes").set({ nombre: "Aventus II" }).where("id", "=", id).execute();
  expect(await finish(db, news!, { is: "sent", at: now })).toBe(true);
  expect(namesIn(await take("me", after(now, 1)))).toEqual(["Aventus II"]);
});

test("changes wait while a failed batch waits; a perfume given up is tried again once it changes", async () => {
  const id = await addPerfume(db, "Creed", "Aventus");
  const rename = (nombre: string) =>
    db.updateTable("perfumes").set({ nombre }).where("id", "=", id).execute();
  const now = soon();
  const until = after(now, 30);
  await finish(db, (await take("me", now))!, { is: "waiting", until, reason: "HTTP 429" });
  await rename("Aventus II");
  await addPerfume(db, "Dior", "Joy");
  expect(await take("me", after(now, 29))).toBeUndefined();
  const news = await take("me", until);
  expect([news!.attempts, namesIn(news)]).toEqual([1, ["Aventus II", "Joy"]]);

  await finish(db, news!, { is: "dead", at: until, reason: "HTTP 403" });
  expect(await take("me", after(until, 9999))).toBeUndefined();
  await rename("Aventus III");
  const again = await take("me", after(until, 9999));
  expect([again!.attempts, namesIn(again)]).toEqual([0, ["Aventus III"]]);
});

test("after the clock is set back two days, no change waits: new, failed, or claimed by a dead worker", async () => {
  const now = soon();
  const daysAgo = (days: number) => after(now, -days * 24 * 60);
  await addPerfume(db, "Creed", "Aventus");
  expect(namesIn(await take("me", daysAgo(2)))).toEqual(["Aventus"]);
  expect(await take("other", daysAgo(2))).toBeUndefined();

  await db.updateTable("changed_perfumes").set({ lease: "dead" }).execute();
  const later = after(now, 1).toISOString();
  await db.updateTable("changed_perfumes").set({ next_attempt_at: later }).execute();
  expect(await take("other", now)).toBeUndefined();
  const batch = await take("other", daysAgo(2));
  expect(namesIn(batch)).toEqual(["Aventus"]);

  const until = after(now, 30);
  await finish(db, batch!, { is: "waiting", until, reason: "HTTP 429" });
  expect(await take("me", now)).toBeUndefined();
  expect(namesIn(await take("me", daysAgo(2)))).toEqual(["Aventus"]);
});

test("several processes that claim at the same moment take no perfume twice (RULES.md 14.14)", async () => {
  for (let n = 0; n < 40; n++) await addPerfume(db, "Zara", `No ${n}`);
  const at = soon();
  const claimants = Array.from({ length: 10 }, (_, n) => `lease ${n}`);
  for (let round = 0; round < 10; round++) {
    const batches = await Promise.all(claimants.map((lease) => take(lease, at)));
    const ids = batches.flatMap((batch) => batch?.perfumes ?? []).map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(10);
    expect(new Set(ids).size).toBe(ids.length);
    const due = { lease: null, next_attempt_at: at.toISOString() };
    await db.updateTable("changed_perfumes").set(due).execute();
  }
});
