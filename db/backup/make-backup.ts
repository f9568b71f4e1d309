import { mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { isPostgresUrl } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { describedAs } from "../errors.ts";
import { makeFolder, requireFolderOf, syncFolder, syncFolders } from "../files.ts";
import { databasePath, lockOf } from "../sqlite/sqlite-address.ts";
import { checkBackupFile } from "./check-schema.ts";
import { type Content, contentOf, copyFolder } from "./copied-files.ts";
import { copyDatabase } from "../copy/copy-database.ts";
import { type LastBackup, recordBackup } from "./last-backup.ts";
import {
  deleteOldest,
  deletePartial,
  failure,
  type Manifest,
  missingOf,
  rowsOf,
} from "./manifest.ts";
import {
  databaseName,
  lockName,
  manifestName,
  partialOf,
  placeOf,
  stampOf,
  uploadsName,
} from "./names.ts";
import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { openSqlite } from "../sqlite/open-connection.ts";
import { type FileLock, takeLock } from "../sqlite/file-lock.ts";

export interface Source {
  /** `file:` and a path, or `postgres://…`, bypassing a pooler */
  databaseUrl: string;
  /** folder of avatars and photos; a missing one counts as empty, null means not backed up */
  uploads: string | null;
}

export interface Made extends LastBackup {
  deleted: number;
  /** paths in the uploads folder that are neither file nor folder, and so not backed up */
  others: string[];
}

/**
 * Backs up a database that may be in use, and its uploads, into a folder named by the time (RULES.md 14.11). A failed or
 * killed run leaves nothing under such a name.
 * @param keep number of complete backups of this database to keep; older ones are deleted
 * @throws DatabaseError with one line
 */
export async function backUp(
  source: Source,
  folder: string,
  { keep, now = new Date() }: { keep?: number; now?: Date } = {},
): Promise<Made> {
  const began = performance.now();
  const path = isPostgresUrl(source.databaseUrl)
    ? placeOf(source.databaseUrl)
    : resolve(databasePath(source.databaseUrl));
  const lock = await lockFolder(folder, source.uploads);
  try {
    await deletePartial(folder);
    const name = stampOf(now);
    const partial = join(folder, partialOf(name));
    try {
      const { others, manifest } = await write({ ...source, path }, partial, now);
      await rename(partial, join(folder, name));
      await syncFolder(folder);
      const made = {
        at: now.toISOString(),
        folder: join(await realpath(folder), name),
        bytes: manifest.database.bytes + sum(manifest.files),
        rows: rowsOf(manifest),
        files: manifest.files.length,
        ms: Math.round(performance.now() - began),
      };
      await recordBackup(source.databaseUrl, made).catch(
        saysComplete(made, "could not be recorded"),
      );
      const deleted =
        keep === undefined
          ? 0
          : await deleteOldest(folder, path, name, keep).catch(
              saysComplete(made, "older ones could not be deleted"),
            );
      return { ...made, deleted, others };
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw refusal(error, partial) ?? error;
    }
  } finally {
    lock.release();
  }
}

function refusal(error: unknown, path: string): Error | null {
  const known = describedAs(error, path);
  if (!known || known.code === "BACKUP") return known;
  return failure(`The backup failed; older ones are unchanged. ${known.message}`);
}

/** For what fails once the backup is there. */
const saysComplete = (made: LastBackup, but: string) => (error: unknown) => {
  const known = describedAs(error, made.folder);
  if (!known) throw error;
  throw failure(`The backup ${made.folder} is complete, but ${but}: ${known.message}`);
};

async function write(
  { databaseUrl, path, uploads }: Source & { path: string },
  folder: string,
  now: Date,
): Promise<{ manifest: Manifest; others: string[] }> {
  await mkdir(folder, { mode: 0o700 });
  const copied = new Map<string, Content & { state: string }>();
  const copyUploads = async () =>
    uploads === null ? [] : copyFolder(uploads, join(folder, uploadsName), copied);
  await copyUploads();
  const copy = join(folder, databaseName);
  if (isPostgresUrl(databaseUrl)) {
    await copyDatabase(databaseUrl, `file:${copy}`, { evenOlder: true });
    await rm(lockOf(copy));
  } else await copySqlite(path, copy);
  // Copied again after the database, to include files that it refers to by now.
  const others = await copyUploads();
  const { migrations, tables } = checkBackupFile(copy);
  const files = [...copied].map(([path, { bytes, sha256 }]) => ({ path, bytes, sha256 }));
  const manifest: Manifest = {
    format: "sosia-backup-1",
    made: now.toISOString(),
    source: path,
    migrations,
    tables,
    database: await contentOf(copy),
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
  await writeFile(join(folder, manifestName), JSON.stringify(manifest, null, 1), {
    mode: 0o600,
    flush: true,
  });
  await syncFolders(folder);
  const missing = await missingOf(folder, manifest);
  if (missing) throw failure(`The backup is incomplete: ${missing}.`);
  return { manifest, others };
}

const sum = (files: Content[]) => files.reduce((bytes, file) => bytes + file.bytes, 0);

/** Synced in portions, because one sync at the end would delay the site's own writes. */
const pagesAtOnce = 1024;

/** One transaction, so that concurrent writes do not restart it. */
async function copySqlite(from: string, to: string): Promise<void> {
  const { sqlite, close } = openSqlite(from, false);
  const target = openSync(to, "w", 0o600);
  try {
    sqlite.exec("begin");
    // The first statement fixes the transaction's snapshot.
    sqlite.prepare("select count(*) from sqlite_schema").get();
    await sqlite.backup(to, {
      progress: () => {
        fdatasyncSync(target);
        return pagesAtOnce;
      },
    });
    sqlite.exec("commit");
  } finally {
    closeSync(target);
    close();
  }
}

/** @throws DatabaseError with one line while another backup is being made there */
async function lockFolder(folder: string, uploads: string | null): Promise<FileLock> {
  try {
    if (
      uploads !== null &&
      `${await realPlace(folder)}${sep}`.startsWith(`${await realPlace(uploads)}${sep}`)
    )
      throw failure(`${folder} is inside of ${uploads}, which is backed up: choose another one.`);
    requireFolderOf(folder, "backup");
    await makeFolder(folder, 0o700);
    const lock = takeLock(join(folder, lockName));
    if (lock) return lock;
  } catch (error) {
    const known = describedAs(error, folder);
    if (!known || error instanceof DatabaseError) throw error;
    throw failure(`The folder ${folder} cannot be written (${known.code}).`);
  }
  throw failure(`Another backup is being made in ${folder}; this one was not started.`);
}

/** The path without symbolic links, even if its end does not exist yet. */
async function realPlace(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return join(await realPlace(dirname(whole)), basename(whole));
  }
}
