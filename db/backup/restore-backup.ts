import { existsSync, statSync } from "node:fs";
import { readdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { isPostgresUrl } from "../database.ts";
import { databasePath } from "../sqlite/sqlite-address.ts";
import { describedAs } from "../errors.ts";
import { lockOf } from "../sqlite/sqlite-address.ts";
import { takeLock } from "../sqlite/file-lock.ts";
import { lacksReplaced, upgradeCommit } from "../before-baseline.ts";
import { knownMigrations, unknownMigration } from "../migrate.ts";
import { isLocked } from "../errors.ts";
import { checkCopy } from "./check-copy.ts";
import { eachOf, makeFolder, syncFolders } from "../files.ts";
import { contentOf, copyFile } from "./copied-files.ts";
import { failure, type Manifest, missingOf, readManifest, rowsOf } from "./manifest.ts";
import { databaseNames, inUploads, isStagedName, oldOf, stagedOf, stampOf } from "./names.ts";
import { placeOf } from "./postgres-programs.ts";
import { begin, exchange, finish, type RestorePlan, unfinishedPlan } from "./restore-plan.ts";
import { prepareRestore, restoreDump } from "./restore-postgres.ts";

/** Where a site's data is on this machine. */
export interface Place {
  /** `file:` and a path, or `postgres://…`, past a pooler */
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
      // Also when the backup is there no more: all of it was copied before.
      if (left) await finish(left);
      const from = resolve(backup);
      if (left?.backup === from) {
        const known = await readable(from).catch(() => null);
        return { ...figuresOf(known), old: oldIn(left), finished: true };
      }
      const known = await readable(from);
      checkEngine(known.manifest, "sqlite");
      const plan = await put(from, known.manifest, { database, uploads }, replace, now);
      return { ...figuresOf(known), old: oldIn(plan), finished: false };
    } finally {
      lock.release();
    }
  } catch (error) {
    throw describedAs(error, database) ?? error;
  }
}

/**
 * As `restore`. The database is one transaction; pictures are copied beside before it and change places after it: whoever is
 * killed between runs it again.
 */
async function restoreToPostgres(
  backup: string,
  { databaseUrl, uploads: folder }: Place,
  replace: boolean,
  now: Date,
): Promise<Restored> {
  const from = resolve(backup);
  const uploads = await realpath(folder).catch(() => resolve(folder));
  try {
    const known = await readable(from);
    const { manifest } = known;
    checkEngine(manifest, "postgres");
    const aside = await prepareRestore(databaseUrl, replace, now);
    // Without any they are in a store, which is left alone.
    const part = manifest.files.length > 0 ? partOf(uploads, now) : null;
    if (part) await prepareUploads(part.target, replace);
    const dump = join(from, databaseNames.postgres);
    if ((await contentOf(dump)).sha256 !== manifest.database.sha256)
      throw failure(`The backup ${from} is damaged: the dump is not what was written.`);
    try {
      if (part) await stageUploads(from, manifest, part.staged);
      await restoreDump(databaseUrl, dump, manifest, aside);
    } catch (error) {
      if (part) await deleteStaged(part.target);
      throw error;
    }
    if (part) await exchange(part, []);
    const old = aside === null ? [] : [`the schema ${aside} of ${placeOf(databaseUrl)}`];
    if (part && existsSync(part.old)) old.push(part.old);
    return { ...figuresOf(known), old, finished: false };
  } catch (error) {
    throw describedAs(error, uploads) ?? error;
  }
}

async function prepareUploads(uploads: string, replace: boolean): Promise<void> {
  await makeFolder(dirname(uploads));
  if (!replace && (await hasFiles(uploads))) throw thereAlready(uploads);
  refuseMountPoint(uploads);
  await deleteStaged(uploads);
}

function checkEngine({ engine }: Manifest, wanted: Manifest["engine"]): void {
  if (engine !== wanted)
    throw failure(
      `The backup is of ${called[engine]}, and DATABASE_URL is ${called[wanted]}: restore it to ${called[engine]}, then npm run db:copy.`,
    );
}

const called = { sqlite: "a file of SQLite", postgres: "PostgreSQL" };

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
  if (unknownMigration(manifest.migrations, known))
    throw failure(
      `The backup ${backup} is of a newer version of the site, which changed the schema: restore it with that version.`,
    );
  if (lacksReplaced(manifest.migrations))
    throw failure(
      `The backup ${backup} is too old for this version of the site: restore and migrate it with commit ${upgradeCommit} first.`,
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

/** @returns which of both has something in it; null when neither has */
async function filled({ database, uploads }: Places): Promise<string | null> {
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0) return database;
  return (await hasFiles(uploads)) ? uploads : null;
}

const hasFiles = async (folder: string) => existsSync(folder) && (await readdir(folder)).length > 0;

const thereAlready = (path: string) =>
  failure(`${path} is there already: --replace puts it aside and takes the backup.`);

function refuseMountPoint(uploads: string): void {
  if (isMountPoint(uploads))
    throw failure(
      `${uploads} is a mount point, which cannot change places: set UPLOADS_DIR to a folder in it.`,
    );
}

const isMountPoint = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
  statSync(folder).dev !== statSync(dirname(folder)).dev;

/** Deletes what restores left that were killed. */
async function deleteStaged(...paths: string[]): Promise<void> {
  for (const path of paths)
    for (const name of await readdir(dirname(path)))
      if (isStagedName(name, basename(path)))
        await rm(join(dirname(path), name), { recursive: true, force: true });
}

function planOf(backup: string, { database, uploads }: Places, now: Date): RestorePlan {
  return { backup, database: partOf(database, now), uploads: partOf(uploads, now) };
}

function partOf(target: string, now: Date): RestorePlan["uploads"] {
  const name = stampOf(now);
  return { target, staged: stagedOf(target, name), old: oldOf(target, name) };
}

/** Copies the backup beside what it is to replace, and verifies the copy. */
async function stage(backup: string, manifest: Manifest, { database, uploads }: RestorePlan) {
  await stageFile(backup, { path: databaseNames.sqlite, ...manifest.database }, database.staged);
  checkCopy(database.staged);
  await stageUploads(backup, manifest, uploads.staged);
}

async function stageUploads(backup: string, { files }: Manifest, staged: string): Promise<void> {
  await makeFolder(staged);
  await eachOf(files, ({ path, sha256 }) =>
    stageFile(backup, { path: inUploads(path), sha256 }, join(staged, path)),
  );
  await syncFolders(staged);
}

async function stageFile(
  backup: string,
  { path, sha256 }: { path: string; sha256: string },
  to: string,
): Promise<void> {
  const found = await copyFile(join(backup, path), to);
  if (found.sha256 !== sha256)
    throw failure(`The backup ${backup} is damaged: ${path} is not what was written.`);
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
