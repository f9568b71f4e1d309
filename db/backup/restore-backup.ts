import { existsSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { isPostgresUrl } from "../database.ts";
import { describedAs, isLocked } from "../errors.ts";
import { makeFolder } from "../files.ts";
import { takeLock } from "../sqlite/file-lock.ts";
import { databasePath, lockOf } from "../sqlite/sqlite-address.ts";
import { signInTables } from "../table-names.ts";
import { checkBackupFile, checkSchema } from "./check-schema.ts";
import {
  failure,
  figuresOf,
  type Manifest,
  type Place,
  readUsable,
  type Restored,
} from "./manifest.ts";
import { databaseName } from "./names.ts";
import { begin, finish, type RestorePlan, unfinishedPlan } from "./restore-plan.ts";
import { restoreToPostgres } from "./restore-to-postgres.ts";
import {
  deleteStaged,
  hasFiles,
  partOf,
  refuseMountPoint,
  stageFile,
  stageUploads,
  thereAlready,
} from "./staged-files.ts";

/**
 * Replaces a database and its uploads, which no process may have open, with a backup (RULES.md 14.11); the old data is kept
 * beside it. After a kill, a repeated call finishes it or starts again.
 * @param replace allows replacing existing data
 * @throws DatabaseError with one line
 */
export async function restore(
  backup: string,
  target: Place,
  { replace = false, now = new Date() } = {},
): Promise<Restored> {
  if (isPostgresUrl(target.databaseUrl)) return restoreToPostgres(backup, target, replace, now);
  const database = resolve(databasePath(target.databaseUrl));
  const uploads = await realpath(target.uploads).catch(() => resolve(target.uploads));
  try {
    await makeFolder(dirname(database));
    await makeFolder(dirname(uploads));
    const lock = takeLock(lockOf(database));
    if (!lock) throw failure(`The database ${database} is in use: stop the site first.`);
    try {
      const left = await unfinishedPlan(database);
      // Works even if the backup no longer exists: all of it was copied before.
      if (left) await finish(left);
      const from = resolve(backup);
      if (left?.backup === from) {
        const known = await readUsable(from).catch(() => null);
        return { ...figuresOf(known), old: oldIn(left), finished: true };
      }
      const known = await readUsable(from);
      const plan = await put(from, known.manifest, { database, uploads }, replace, now);
      return { ...figuresOf(known), old: oldIn(plan), finished: false };
    } finally {
      lock.release();
    }
  } catch (error) {
    throw describedAs(error, database) ?? error;
  }
}

const oldIn = ({ database, uploads }: RestorePlan) =>
  [database.old, uploads.old].filter((path) => existsSync(path));

interface Places {
  database: string;
  uploads: string;
}

async function put(
  backup: string,
  manifest: Manifest,
  places: Places,
  replace: boolean,
  now: Date,
): Promise<RestorePlan> {
  const full = await filled(places);
  if (full && !replace) throw thereAlready(full);
  refuseMountPoint(places.uploads);
  await deleteStaged(places.database, places.uploads);
  const plan = planOf(backup, places, now);
  try {
    await stage(backup, manifest, plan);
    const close = holdClosed(places.database);
    await begin(plan).finally(close);
  } catch (error) {
    if (!existsSync(plan.database.old) && !existsSync(plan.uploads.old))
      await deleteStaged(places.database, places.uploads);
    throw error;
  }
  return plan;
}

async function filled({ database, uploads }: Places): Promise<string | null> {
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0) return database;
  return (await hasFiles(uploads)) ? uploads : null;
}

function planOf(backup: string, { database, uploads }: Places, now: Date): RestorePlan {
  return { backup, database: partOf(database, now), uploads: partOf(uploads, now) };
}

async function stage(backup: string, manifest: Manifest, { database, uploads }: RestorePlan) {
  await stageFile(backup, { path: databaseName, ...manifest.database }, database.staged);
  await checkSchema(database.staged, manifest);
  checkBackupFile(database.staged);
  const sqlite = new Database(database.staged);
  for (const table of signInTables) sqlite.exec(`delete from ${table}`);
  sqlite.close();
  await stageUploads(backup, manifest, uploads.staged);
}

/**
 * Keeps out programs that do not know this site's lock. Close it after moving the file: in place, closing could write
 * the write-ahead log into a file that it does not belong to.
 */
function holdClosed(path: string): () => void {
  if (!existsSync(path)) return () => {};
  const sqlite = new Database(path, { timeout: 0 });
  const close = () => void sqlite.close();
  try {
    sqlite.pragma("locking_mode = EXCLUSIVE");
    sqlite.exec("begin exclusive");
    return close;
  } catch (error) {
    // An unreadable file is moved all the same.
    if (!isLocked(error) && describedAs(error, path)) return close;
    close();
    throw isLocked(error) ? failure(`The database ${path} is in use: stop the site first.`) : error;
  }
}
