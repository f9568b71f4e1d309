import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { addPerfume } from "../../tests/support/database.ts";
import { freshSqlite } from "../../tests/support/sqlite-databases.ts";
import type { Db } from "../database.ts";
import { inTransaction } from "../transactions.ts";
import { connect } from "../open/open.ts";
import { closeDatabase, emptyLog, openFile } from "./open-sqlite.ts";
import type { DatabaseFile } from "./database-file.ts";

let folder: string;
let path: string;
let db: Db;
let file: DatabaseFile;

/** s, passed to each check instead of the clock */
let clock = 0;
const lookAfter = (seconds: number) => file.look((clock += seconds * 1000));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sosia-file-"));
  path = join(folder, "perfumes.db");
  ({ db, file } = openFile(await freshSqlite(folder), { create: false }));
  await addPerfume(db, "Creed", "Aventus");
  lookAfter(0);
  return () => db.destroy();
});

async function otherDatabase(): Promise<string> {
  const url = await freshSqlite();
  const made = connect(url);
  await addPerfume(made, "Dior", "Sauvage");
  await made.destroy();
  const other = join(folder, "other.db");
  copyFileSync(url.slice("file:".length), other);
  return other;
}

const write = () => addPerfume(db, "Dior", "Joy");

test("an open file is recognised as the same, whatever is written and checkpointed", async () => {
  for (let i = 0; i < 10; i++) {
    await addPerfume(db, "Creed", `Number ${i}`);
    expect(lookAfter(3)).toBeNull();
    if (i % 3 === 0) await emptyLog(db);
    expect(lookAfter(3)).toBeNull();
  }
  const other = connect(`file:${path}`);
  await addPerfume(other, "Dior", "Dune");
  await emptyLog(other);
  await other.destroy();
  expect([lookAfter(3), lookAfter(6), lookAfter(6)]).toEqual([null, null, null]);
});

test("a deleted file is no longer written to", async () => {
  rmSync(path);
  await expect(write()).rejects.toMatchObject({ code: "SQLITE_READONLY_DBMOVED" });
  await expect(inTransaction(db, async () => {})).rejects.toThrow(/was deleted/);
  expect(lookAfter(0)).toMatch(/was deleted/);
  expect(await db.selectFrom("perfumes").select("nombre").execute()).toHaveLength(1);
});

test("a replaced file is not written to, and the new one stays unchanged", async () => {
  renameSync(await otherDatabase(), path);
  await expect(write()).rejects.toThrow(/was replaced/);
  expect(lookAfter(0)).toMatch(/was replaced/);
});

test("a file that is moved away and back is the same", async () => {
  renameSync(path, `${path}.away`);
  await expect(write()).rejects.toThrow(/was deleted/);
  renameSync(`${path}.away`, path);
  await write();
  expect(lookAfter(0)).toBeNull();
});

test("a file that was emptied is not written to", async () => {
  truncateSync(path);
  await expect(write()).rejects.toThrow(/was emptied/);
  expect(lookAfter(0)).toMatch(/was emptied/);
});

test.each([
  ["by another database", /was overwritten/, async () => copyFileSync(await otherDatabase(), path)],
  ["by its own copy of before", /was overwritten/, () => copyFileSync(`${path}.copy`, path)],
  ["by a text", /is damaged, or no SQLite database/, () => writeFileSync(path, "x".repeat(50_000))],
])(
  "a file that was overwritten %s is detected 5 s after the first check that saw it, and no longer written to",
  async (_, why, overwrite) => {
    await emptyLog(db);
    copyFileSync(path, `${path}.copy`);
    await write();
    lookAfter(0);
    await overwrite();
    lookAfter(2);
    expect(lookAfter(5)).toMatch(why);
    await expect(write()).rejects.toThrow(why);
    expect(lookAfter(0)).toMatch(why);
  },
);

test("the log is not written into a file that was overwritten since the last check", async () => {
  const { keepHouse, close } = openFile(`file:${path}`, { create: false });
  await keepHouse();
  await write();
  const backup = await otherDatabase();
  copyFileSync(backup, path);
  await keepHouse();
  expect(readFileSync(path).equals(readFileSync(backup))).toBe(true);
  await close();
});

test("a backup copied over an open database survives its closing, and is intact once the old log is deleted", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const backup = await otherDatabase();
  for (let i = 0; i < 50; i++) await addPerfume(db, "Creed", `Number ${i}`);
  lookAfter(0);
  copyFileSync(backup, path);
  lookAfter(2);
  expect(lookAfter(5)).not.toBeNull();
  await closeDatabase(db, file);
  expect(readFileSync(path).equals(readFileSync(backup))).toBe(true);
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(`delete ${path}-wal and ${path}-shm before`),
  );
  for (const of of ["wal", "shm"]) rmSync(`${path}-${of}`);
  const { db: again } = openFile(`file:${path}`, { create: false });
  expect(await again.selectFrom("perfumes").select("nombre").execute()).toEqual([
    { nombre: "Sauvage" },
  ]);
  await again.destroy();
});

test("a deleted write-ahead log is detected, because writes to it would be lost", async () => {
  rmSync(`${path}-wal`);
  expect(lookAfter(0)).toMatch(/write-ahead log.*deleted/);
  await expect(write()).rejects.toThrow(/write-ahead log.*deleted/);
});
