import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { describedAs } from "../errors.ts";
import { requireFolderOf, syncFolder } from "../files.ts";
import { makeSchema } from "../migrate.ts";
import { takeLock } from "../sqlite/file-lock.ts";
import { openSqlite } from "../sqlite/open-connection.ts";
import { openFile } from "../sqlite/open-sqlite.ts";
import { besides, databasePath, lockOf, restorePlanOf } from "../sqlite/sqlite-address.ts";
import { failure, type Source, type Target } from "./copied-tables.ts";
import {
  checkReferences,
  goOnAfter,
  migrationsOf,
  put,
  quoted,
  rowsOf,
  sequencesOf,
  tablesOf,
  takeTriggers,
} from "./sqlite-rows.ts";

export async function readSqlite<T>(url: string, work: (source: Source) => Promise<T>): Promise<T> {
  const path = resolve(databasePath(url));
  const inUse = isInUse(path);
  const { sqlite, close } = openSqlite(path, false);
  try {
    sqlite.exec("begin");
    return await work({ ...sourceOf(sqlite), inUse });
  } catch (error) {
    throw describedAs(error, path) ?? error;
  } finally {
    close();
  }
}

/** A backup's own file, which nobody writes. */
export async function readClosed<T>(
  path: string,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return await work(sourceOf(sqlite));
  } finally {
    sqlite.close();
  }
}

function sourceOf(sqlite: Database.Database): Source {
  // The first statement fixes the transaction's snapshot.
  const tables = tablesOf(sqlite);
  return {
    tables,
    migrations: migrationsOf(sqlite, tables),
    inUse: false,
    rows: (table) => rowsOf(sqlite, table, true),
    lastIds: async () => new Map(sequencesOf(sqlite)),
  };
}

function isInUse(path: string): boolean {
  if (!existsSync(lockOf(path))) return false;
  const lock = takeLock(lockOf(path));
  lock?.release();
  return lock === null;
}

/** Fills a draft beside the file and renames it when complete; no process can have the file open meanwhile. */
export async function fillSqlite<T>(
  url: string,
  migrations: string[],
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const path = resolve(databasePath(url));
  const draft = `${path}.copying`;
  try {
    requireFolderOf(path);
    const lock = takeLock(lockOf(path));
    if (!lock) throw failure(`TO is in use: stop the site that has ${path} open.`);
    try {
      refuseFilled(path);
      // Left by a killed copy.
      await deleteDraft(draft);
      const result = await fill(draft, migrations, work);
      await syncFile(draft);
      await rename(draft, path);
      await syncFolder(dirname(path));
      return result;
    } finally {
      await deleteDraft(draft);
      lock.release();
    }
  } catch (error) {
    throw describedAs(error, path) ?? error;
  }
}

function refuseFilled(path: string): void {
  if (existsSync(restorePlanOf(path)))
    throw failure(`A restore of ${path} was not finished: run the same \`npm run restore\` again.`);
  if (!existsSync(path)) {
    const left = besides.find((ending) => existsSync(path + ending));
    if (left) throw failure(`${path}${left} is there without its database: move it away.`);
    return;
  }
  const sqlite = new Database(path, { timeout: 0 });
  try {
    if (sqlite.prepare("select 1 from sqlite_schema").get())
      throw failure(`TO has tables already: ${path} must be a new file or one without any.`);
    // Removes its log, which would otherwise be applied to the new file.
    sqlite.pragma("journal_mode = DELETE");
  } finally {
    sqlite.close();
  }
}

async function deleteDraft(draft: string): Promise<void> {
  for (const ending of ["", ...besides, ".lock"]) await rm(draft + ending, { force: true });
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync().finally(() => file.close());
}

async function fill<T>(
  draft: string,
  migrations: string[],
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { db } = openFile(`file:${draft}`);
  await makeSchema(db, migrations).finally(() => db.destroy());
  const sqlite = new Database(draft);
  try {
    // The draft needs no journal, because an incomplete one is deleted.
    for (const setting of ["journal_mode = DELETE", "journal_mode = OFF", "synchronous = OFF"])
      sqlite.pragma(setting);
    sqlite.pragma("foreign_keys = OFF");
    sqlite.exec("begin exclusive");
    const tables = tablesOf(sqlite);
    const triggers = takeTriggers(sqlite);
    for (const { name } of tables) sqlite.exec(`delete from ${quoted(name)}`);
    const result = await work({
      tables,
      holdsNul: true,
      put: async (table, rows) => put(sqlite, table, rows),
      rows: (table) => rowsOf(sqlite, table, false),
      goOnAfter: async (last) => goOnAfter(sqlite, last),
    });
    for (const trigger of triggers) sqlite.exec(trigger);
    checkReferences(sqlite);
    sqlite.exec("commit");
    return result;
  } finally {
    sqlite.close();
  }
}
