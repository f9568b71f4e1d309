import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { databasePath } from "../sqlite/open.ts";
import { describedAs } from "../errors.ts";
import { lockOf } from "../sqlite/database-file.ts";
import { takeLock } from "../sqlite/file-lock.ts";
import { knownMigrations, newerSchema } from "../migrate.ts";
import { isLocked } from "../errors.ts";
import { checkCopy } from "./check-copy.ts";
import { copyFile, eachOf, syncFolders } from "./copy-files.ts";
import { failure, filesOf, type Manifest, missingOf, readManifest, rowsOf } from "./manifest.ts";
import { databaseName, inUploads, isStagedName, oldOf, stagedOf, stampOf } from "./names.ts";
import { begin, finish, type RestorePlan, unfinishedPlan } from "./restore-plan.ts";

/** Where a site's data is on this machine. */
export interface Place {
  /** `file:` and a path */
  databaseUrl: string;
  /** the folder of avatars and photos */
  uploads: string;
}

export interface Restored {
  /** null when what was interrupted was finished, and the backup is there no more */
  rows: number | null;
  files: number | null;
  /** where the data is that was there before */
  old: string[];
  /** whether the schema is older than this version's, so that it must be migrated */
  older: boolean;
  /** whether this finished what was interrupted before */
  finished: boolean;
}

/**
 * Puts a backup in the place of a database and its uploads, which no process may have open (RULES.md 22.4). Everything is
 * copied beside and verified first; then both change places with what is there, which stays beside. Killed in the middle
 * it has changed nothing, or is finished when it is called again.
 * @param backup the folder of a backup
 * @param replace also where there is something already
 * @throws DatabaseError with one line
 */
export async function restore(
  backup: string,
  target: Place,
  { replace = false, now = new Date() } = {},
): Promise<Restored> {
  const database = resolve(databasePath(target.databaseUrl));
  const uploads = await realpath(target.uploads).catch(() => resolve(target.uploads));
  try {
    await mkdir(dirname(database), { recursive: true });
    await mkdir(dirname(uploads), { recursive: true });
    const lock = takeLock(lockOf(database));
    if (!lock) throw failure(`The database ${database} is in use: stop the site first.`);
    try {
      const left = await unfinishedPlan(database);
      // Also when the backup is there no more: all of it was copied before.
      if (left) await finish(left);
      const from = resolve(backup);
      if (left?.backup === from) {
        const known = await readable(from).catch(() => null);
        return { ...figuresOf(known), old: oldIn(left), finished: true };
      }
      const known = await readable(from);
      const plan = await put(from, known.manifest, { database, uploads }, replace, now);
      return { ...figuresOf(known), old: oldIn(plan), finished: false };
    } finally {
      lock.release();
    }
  } catch (error) {
    throw describedAs(error, database) ?? error;
  }
}

const figuresOf = (known: Awaited<ReturnType<typeof readable>> | null) => ({
  rows: known && rowsOf(known.manifest),
  files: known && known.manifest.files.length,
  older: known?.older ?? false,
});

const oldIn = ({ database, uploads }: RestorePlan) =>
  [database.old, uploads.old].filter((path) => existsSync(path));

/** @returns what a backup has, when this version can use it @throws DatabaseError */
async function readable(backup: string): Promise<{ manifest: Manifest; older: boolean }> {
  const manifest = await readManifest(backup);
  if (!manifest) throw failure(`${backup} is not a backup that this version can read.`);
  const known = await knownMigrations();
  if (newerSchema(manifest.migrations, known))
    throw failure(
      `The backup ${backup} is of a newer version of the site, which changed the schema: restore it with that version.`,
    );
  const missing = await missingOf(backup, manifest);
  if (missing) throw failure(`The backup ${backup} is not whole: ${missing}.`);
  return { manifest, older: known.some((name) => !manifest.migrations.includes(name)) };
}

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
  if (full && !replace)
    throw failure(`${full} is there already: --replace puts it aside and takes the backup.`);
  if (isMountPoint(places.uploads))
    throw failure(
      `${places.uploads} is a mount point, which cannot change places: set UPLOADS_DIR to a folder in it.`,
    );
  await deleteStaged(places);
  const plan = planOf(backup, places, now);
  try {
    await stage(backup, manifest, plan);
    const close = holdClosed(places.database);
    await begin(plan).finally(close);
  } catch (error) {
    if (!existsSync(plan.database.old) && !existsSync(plan.uploads.old)) await deleteStaged(places);
    throw error;
  }
  return plan;
}

/** @returns which of both has something in it; null when neither has */
async function filled({ database, uploads }: Places): Promise<string | null> {
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0) return database;
  return existsSync(uploads) && (await readdir(uploads)).length > 0 ? uploads : null;
}

const isMountPoint = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
  statSync(folder).dev !== statSync(dirname(folder)).dev;

/** Deletes what restores left that were killed. */
async function deleteStaged(places: Places): Promise<void> {
  for (const path of [places.database, places.uploads])
    for (const name of await readdir(dirname(path)))
      if (isStagedName(name, basename(path)))
        await rm(join(dirname(path), name), { recursive: true, force: true });
}

function planOf(backup: string, { database, uploads }: Places, now: Date): RestorePlan {
  const name = stampOf(now);
  const part = (target: string) => ({
    target,
    staged: stagedOf(target, name),
    old: oldOf(target, name),
  });
  return { backup, database: part(database), uploads: part(uploads) };
}

/** Copies the backup beside what it is to replace, and verifies the copy. */
async function stage(backup: string, manifest: Manifest, { database, uploads }: RestorePlan) {
  await mkdir(uploads.staged, { recursive: true });
  const places = new Map([
    [databaseName, database.staged],
    ...manifest.files.map(({ path }) => [inUploads(path), join(uploads.staged, path)] as const),
  ]);
  await eachOf(filesOf(manifest), async ({ path, sha256 }) => {
    const found = await copyFile(join(backup, path), places.get(path)!);
    if (found.sha256 !== sha256)
      throw failure(`The backup ${backup} is damaged: ${path} is not what was written.`);
  });
  checkCopy(database.staged);
  await syncFolders(uploads.staged);
}

/**
 * Keeps every other program from using the old database, also those that know nothing of this site's lock. It is closed only
 * after it was moved, because closing brings the write-ahead log into a file that may not be the log's own, except in one
 * that was moved.
 * @returns what closes it @throws DatabaseError while another program has it open
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
    // What cannot be read is moved all the same.
    if (!isLocked(error) && describedAs(error, path)) return close;
    close();
    throw isLocked(error)
      ? failure(`The database ${path} is in use: stop what has it open.`)
      : error;
  }
}
