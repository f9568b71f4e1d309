import { type ChildProcess, execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { signInTables } from "#db/table-names.ts";
import { runCommand } from "./command.ts";
import { freshSqlite } from "./sqlite-databases.ts";

type Data = ReturnType<typeof newData>;

/** Addresses of a database and an uploads folder that do not exist yet. */
export function newData() {
  const folder = mkdtempSync(join(tmpdir(), "sosia-backup-"));
  const database = join(folder, "data", "perfumes.db");
  const uploads = join(folder, "data", "uploads");
  return {
    folder,
    database,
    uploads,
    backups: join(folder, "backups"),
    source: { databaseUrl: `file:${database}`, uploads },
    environment: { DATABASE_URL: `file:${database}`, UPLOADS_DIR: uploads },
  };
}

/** Creates an empty, migrated database. */
export async function makeDatabase({ database }: Data): Promise<void> {
  mkdirSync(dirname(database));
  await freshSqlite(dirname(database));
}

/** Writes files, keyed by path. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** @returns the hash of every file in a folder, by path */
export function filesIn(folder: string): Record<string, string> {
  const paths = globSync("**", { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
  const hash = (path: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, path)))
      .digest("hex");
  return Object.fromEntries(paths.map((path) => [path, hash(path)]));
}

/** @returns every row of every table of a database */
export function everythingIn(path: string): Record<string, unknown[]> {
  const sqlite = new Database(path, { fileMustExist: true });
  const names = sqlite
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .pluck()
    .all() as string[];
  const rowsOf = (table: string) =>
    sqlite
      .prepare(`select * from "${table}"`)
      .raw()
      .all()
      .map((row) => JSON.stringify(row))
      .sort();
  const tables = Object.fromEntries(names.map((table) => [table, rowsOf(table)]));
  sqlite.close();
  return tables;
}

/** After a restore everybody signs in again (RULES.md 14.11). */
export const signedOut = (tables: Record<string, unknown[]>) => ({
  ...tables,
  ...Object.fromEntries(signInTables.map((table) => [table, []])),
});

export async function withDatabase<T>(data: Data, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(data.source.databaseUrl);
  return work(db).finally(() => db.destroy());
}

interface Ended {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
}

/** Runs a command on this data. @param more additional environment variables */
export const runOn = (
  data: Data,
  name: "backup" | "restore",
  words: string[],
  more: Record<string, string> = {},
) => runCommand(name, data.source.databaseUrl, words, { ...data.environment, ...more });

/** Runs a command in a process of its own, which the caller can kill. */
export function startOn(
  data: Data,
  name: "backup" | "restore" | "dump",
  words: string[],
  more: Record<string, string> = {},
): { process: ChildProcess; ended: Promise<Ended> } {
  const env = { ...process.env, ...data.environment, ...more };
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const command = execFile(
    process.execPath,
    [`app/commands/${name}.ts`, ...words],
    { env },
    (_, out, err) => resolve({ code: command.exitCode, signal: command.signalCode, out, err }),
  );
  return { process: command, ended: promise };
}

/** @returns the backup's folder, with which the command's output begins */
export const folderOf = (out: string) => /^(.+?): /u.exec(out)![1]!;
