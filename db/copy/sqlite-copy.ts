import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { makeFolder, syncFolder } from "../files.ts";
import {
  batchSize,
  failure,
  type Source,
  type Table,
  tableOf,
  type Target,
  type Value,
} from "./copied-tables.ts";
import { describedAs } from "../errors.ts";
import { knownMigrations, migrate, schemaProblem } from "../migrate.ts";
import { lockOf, openSqlite, restorePlanOf } from "../sqlite/database-file.ts";
import { takeLock } from "../sqlite/file-lock.ts";
import { databasePath, openFile } from "../sqlite/open-sqlite.ts";

/** Reads a whole database as it is at one moment. */
export async function readSqlite<T>(url: string, work: (source: Source) => Promise<T>): Promise<T> {
  const path = resolve(databasePath(url));
  const inUse = isInUse(path);
  await checkSchema(url);
  const { sqlite, close } = openSqlite(path, false);
  try {
    sqlite.exec("begin");
    return await work({
      // From here on the transaction sees the database as it is now.
      tables: tablesOf(sqlite),
      inUse,
      rows: (table) => rowsOf(sqlite, table, true),
      lastIds: async () => new Map(sequencesOf(sqlite)),
    });
  } catch (error) {
    throw describedAs(error, path) ?? error;
  } finally {
    close();
  }
}

function isInUse(path: string): boolean {
  if (!existsSync(lockOf(path))) return false;
  const lock = takeLock(lockOf(path));
  lock?.release();
  return lock === null;
}

async function checkSchema(url: string): Promise<void> {
  const { db } = openFile(url, { create: false });
  try {
    const problem = await schemaProblem(db, await knownMigrations());
    if (problem) throw failure(`FROM: ${problem}`);
  } finally {
    await db.destroy();
  }
}

/** What may stand beside a file of SQLite's. */
const beside = ["-wal", "-shm", "-journal"];

/**
 * Fills a file that is not there, or has no tables. Everything goes into a draft beside it, which gets the name when it is
 * whole; no process can have the file open meanwhile.
 * @param work puts rows into this version's tables, which check nothing and change nothing meanwhile
 */
export async function fillSqlite<T>(url: string, work: (target: Target) => Promise<T>): Promise<T> {
  const path = resolve(databasePath(url));
  const draft = `${path}.copying`;
  try {
    await makeFolder(dirname(path));
    const lock = takeLock(lockOf(path));
    if (!lock) throw failure(`TO is in use: stop the site that has ${path} open.`);
    try {
      refuseFilled(path);
      // Of a copy that was killed.
      await deleteDraft(draft);
      const result = await fill(draft, work);
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

/** @throws DatabaseError unless nothing of the file would be lost */
function refuseFilled(path: string): void {
  if (existsSync(restorePlanOf(path)))
    throw failure(`A restore of ${path} was not finished: run the same \`npm run restore\` again.`);
  if (!existsSync(path)) {
    const left = beside.find((ending) => existsSync(path + ending));
    if (left) throw failure(`${path}${left} is there without its database: move it away.`);
    return;
  }
  const sqlite = new Database(path, { timeout: 0 });
  try {
    if (sqlite.prepare("select 1 from sqlite_schema").get())
      throw failure(`TO has tables already: ${path} must be a new file or one without any.`);
    // What stands beside goes, and would be taken for the new one's.
    sqlite.pragma("journal_mode = DELETE");
  } finally {
    sqlite.close();
  }
}

async function deleteDraft(draft: string): Promise<void> {
  for (const ending of ["", ...beside, ".lock"]) await rm(draft + ending, { force: true });
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync().finally(() => file.close());
}

async function fill<T>(draft: string, work: (target: Target) => Promise<T>): Promise<T> {
  const { db } = openFile(`file:${draft}`, { create: true });
  await migrate(db).finally(() => db.destroy());
  const sqlite = new Database(draft);
  try {
    // Nobody needs a draft that is not whole.
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

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function tablesOf(sqlite: Database.Database): Table[] {
  const names = sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
    )
    .pluck()
    .all() as string[];
  return names.map((name) => tableOf(name, columnsOf(sqlite, name)));
}

const columnsOf = (sqlite: Database.Database, table: string) =>
  sqlite.pragma(`table_info(${quoted(table)})`) as { name: string; type: string; pk: number }[];

/** Reading does not wait for anything, but who takes the rows may. */
async function* rowsOf(sqlite: Database.Database, { name, columns }: Table, isOrdered: boolean) {
  const key = columnsOf(sqlite, name)
    .filter(({ pk }) => pk > 0)
    .toSorted((one, other) => one.pk - other.pk);
  const order = isOrdered ? ` order by ${key.map((column) => quoted(column.name)).join(", ")}` : "";
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const statement = sqlite.prepare(`select ${names} from ${quoted(name)}${order}`).raw();
  let batch: Value[][] = [];
  for (const row of statement.iterate() as Iterable<Value[]>) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function put(sqlite: Database.Database, { name, columns }: Table, rows: Value[][]): void {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const signs = columns.map(() => "?").join(", ");
  const insert = sqlite.prepare(`insert into ${quoted(name)} (${names}) values (${signs})`);
  for (const row of rows) insert.run(row);
}

const sequencesOf = (sqlite: Database.Database) =>
  sqlite.prepare("select name, seq from sqlite_sequence").raw().all() as [string, number][];

/** Of the tables that give no id twice; SQLite keeps by itself what the highest is. */
function goOnAfter(sqlite: Database.Database, last: Map<string, number>): void {
  const known = new Map(sequencesOf(sqlite));
  const counted = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'")
    .pluck()
    .all() as string[];
  for (const name of counted) {
    const highest = last.get(name) ?? 0;
    if (highest <= (known.get(name) ?? 0)) continue;
    const [change, values] = known.has(name)
      ? ["update sqlite_sequence set seq = ? where name = ?", [highest, name]]
      : ["insert into sqlite_sequence (seq, name) values (?, ?)", [highest, name]];
    sqlite.prepare(change).run(values);
  }
}

/** @returns what makes the triggers again that there were */
function takeTriggers(sqlite: Database.Database): string[] {
  const triggers = sqlite
    .prepare("select name, sql from sqlite_schema where type = 'trigger' order by rowid")
    .all() as { name: string; sql: string }[];
  for (const { name } of triggers) sqlite.exec(`drop trigger ${quoted(name)}`);
  return triggers.map(({ sql }) => sql);
}

function checkReferences(sqlite: Database.Database): void {
  const [broken] = sqlite.pragma("foreign_key_check") as { table: string; parent: string }[];
  if (broken)
    throw failure(
      `A row of ${broken.table} refers to one of ${broken.parent} that is not there: mend it in FROM first.`,
    );
}
