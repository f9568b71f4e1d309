import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#db/database.ts";
import { makeFolder } from "#db/files.ts";
import { snapshotOf } from "#db/transactions.ts";
import { lastChange, numberChanges } from "./change-numbers.ts";
import { type DataFile, dataFiles } from "./data-files.ts";
import {
  type DumpedFile,
  type DumpShelf,
  type Manifest,
  nameOf,
  schemaVersion,
} from "./dump-manifest.ts";
import { unexplainedRows } from "./unexplained-rows.ts";
import { writeDataFile } from "./write-files.ts";
import { DatabaseError } from "#db/database-error.ts";
import { describedAs } from "#db/errors.ts";
import { type FileLock, takeLock } from "#db/sqlite/file-lock.ts";

/** A file of so many rows that lost more than this share of them, and nothing says why, is not published (RULES.md 15.2). */
const [leastRows, mostLost] = [1000, 0.05];

const draft = ".partial-";

interface DumpOptions {
  shelf: DumpShelf;
  /** where the files are written before they are published */
  folder: string;
  /** its origin */
  site: string;
  licence: string;
  acceptShrink: boolean;
}

interface Shrunk {
  file: DataFile;
  rows: number;
  before: number;
}

/**
 * Writes and publishes all files of one state of the database (RULES.md 15.2).
 * @returns also the files that lost too much, whose last state was published again
 * @throws DatabaseError "BUSY" while another process makes a dump
 */
export async function makeDump(
  db: Db,
  { shelf, folder, site, licence, acceptShrink }: DumpOptions,
  now: Date,
): Promise<{ manifest: Manifest; shrunk: Shrunk[] }> {
  const lock = await lockDumps(folder);
  try {
    await removeDrafts(folder);
    await numberChanges(db);
    return await snapshotOf(db, "dump", async (snapshot) => {
      const made = join(folder, `${draft}${process.pid}`);
      await makeFolder(made);
      const before = acceptShrink ? null : await shelf.manifest();
      const { files, shrunk } = await writeAll(snapshot, made, shelf, before);
      const manifest: Manifest = {
        schema_version: schemaVersion,
        made_at: now.toISOString(),
        site,
        licence,
        last_change: await lastChange(snapshot),
        files,
      };
      await shelf.publish(made, manifest);
      return { manifest, shrunk };
    });
  } finally {
    await removeDrafts(folder).finally(lock.release);
  }
}

/** Also those of killed processes. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(draft)) await rm(join(folder, name), { recursive: true, force: true });
}

async function writeAll(db: Db, folder: string, shelf: DumpShelf, before: Manifest | null) {
  const files: DumpedFile[] = [];
  const shrunk: Shrunk[] = [];
  for (const file of dataFiles) {
    const made = await writeDataFile(db, file, folder);
    const last = made.map(({ name }) => before?.files.find((one) => one.name === name));
    const [rows, rowsBefore] = [made[0]!.rows, last[0]?.rows ?? 0];
    const most = rowsBefore * mostLost;
    const isLarge = rowsBefore >= leastRows && rowsBefore - rows > most;
    if (!isLarge || (await unexplained(db, shelf, before!, file, most)) <= most) {
      files.push(...made);
      continue;
    }
    shrunk.push({ file, rows, before: rowsBefore });
    for (const [at, { name }] of made.entries()) {
      await rm(join(folder, name));
      if (last[at]) files.push({ made_at: before!.made_at, ...last[at] });
    }
  }
  return { files, shrunk };
}

async function unexplained(
  db: Db,
  shelf: DumpShelf,
  before: Manifest,
  file: DataFile,
  most: number,
): Promise<number> {
  const last = before.files.find(({ name }) => name === nameOf(file, "jsonl"));
  const content = last && (await shelf.read(before, last));
  // Without its last state there is nothing to keep.
  return content ? unexplainedRows(db, file, content, most + 1) : 0;
}

/** @throws DatabaseError with one line: "BUSY" while another process makes a dump there */
async function lockDumps(folder: string): Promise<FileLock> {
  try {
    await makeFolder(folder);
    const lock = takeLock(join(folder, ".lock"));
    if (lock) return lock;
  } catch (error) {
    const known = describedAs(error, folder);
    if (!known) throw error;
    throw new DatabaseError(`The folder ${folder} cannot be written (${known.code}).`, known.code);
  }
  throw new DatabaseError("Another process is making a dump.", "BUSY");
}
