import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addPerfume } from "../../tests/support/database.ts";
import type { Db } from "../database.ts";
import { inTransaction } from "../transactions.ts";
import { connect } from "../open/open.ts";
import { migrate } from "../migrate.ts";

let db: Db;
/** Stands in for another process. */
let other: Db;

beforeEach(async () => {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "sosia-lock-")), "perfumes.db")}`;
  [db, other] = [connect(url), connect(url)];
  await migrate(db);
});

afterEach(() => Promise.all([db.destroy(), other.destroy()]));

const names = () => db.selectFrom("perfumes").select("nombre").execute();

/** @returns ms */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

test.each([
  ["a statement", (db: Db) => addPerfume(db, "Dior", "Sauvage")],
  ["a transaction", (db: Db) => inTransaction(db, (tx) => addPerfume(tx, "Dior", "Sauvage"))],
])("%s waits for another process's lock without blocking reads", async (_, write) => {
  const lock = await other.startTransaction().execute();
  let waits = true;
  const writing = write(db).finally(() => (waits = false));
  // SQLite's own waiting took 250 ms of each, which would exceed the two seconds that a write waits.
  for (let n = 0; n < 10; n++) {
    await pause(20);
    await names();
  }
  expect(waits).toBe(true);
  await lock.rollback().execute();
  await writing;
  expect(await names()).toEqual([{ nombre: "Sauvage" }]);
});

test("waiting ends after two seconds with SQLITE_BUSY, and never blocks the event loop", async () => {
  const lock = await other.startTransaction().execute();
  let turns = 0;
  const counting = setInterval(() => turns++, 10);
  const waited = await timeOf(() =>
    expect(addPerfume(db, "Dior", "Sauvage")).rejects.toMatchObject({ code: "SQLITE_BUSY" }),
  );
  clearInterval(counting);
  expect(waited).toBeGreaterThan(1900);
  expect(turns).toBeGreaterThan(20);
  await lock.rollback().execute();
  expect(await names()).toEqual([]);
});

test("when a hundred are already waiting, the next fails at once", async () => {
  const lock = await other.startTransaction().execute();
  const write = (n: number) => addPerfume(db, "Dior", `No. ${n}`);
  let waits = true;
  const waiting = Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => write(n).finally(() => (waits = false))),
  );
  await pause(5);
  await expect(write(100)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  expect(waits).toBe(true);
  await lock.rollback().execute();
  expect((await waiting).filter(({ status }) => status === "rejected")).toEqual([]);
  expect(await names()).toHaveLength(100);
});

test("a transaction that hits a full database fails with that error, and the next one succeeds", async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(db);
  const tooMuch = inTransaction(db, async (tx) => {
    for (let n = 0; n < 2000; n++) await addPerfume(tx, "Dior", `${n}`.repeat(100));
  });
  await expect(tooMuch).rejects.toMatchObject({ code: "SQLITE_FULL" });
  await sql`pragma max_page_count = 1000000`.execute(db);
  await inTransaction(db, (tx) => addPerfume(tx, "Dior", "Sauvage"));
  expect(await names()).toEqual([{ nombre: "Sauvage" }]);
});

test("a transaction that the database has already ended, as after a failed write, fails with the original error", async () => {
  const failing = inTransaction(db, async (tx) => {
    await sql`rollback`.execute(tx);
    throw new Error("disk I/O error");
  });
  await expect(failing).rejects.toThrow("disk I/O error");
  await inTransaction(db, (tx) => addPerfume(tx, "Dior", "Sauvage"));
  expect(await names()).toEqual([{ nombre: "Sauvage" }]);
});
