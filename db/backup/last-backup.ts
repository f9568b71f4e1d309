import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type Db, isPostgresUrl } from "../database.ts";
import { lastRun, noteRun } from "../last-runs.ts";
import { openDatabase } from "../open/open.ts";
import { databasePath } from "../sqlite/sqlite-address.ts";
import { writeWhole } from "../files.ts";

const schema = z.object({
  at: z.iso.datetime(),
  /** its folder */
  folder: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  ms: z.number(),
});

/** A backup that was made and verified. */
export type LastBackup = z.infer<typeof schema>;

/**
 * Of SQLite beside the database and not in it: there it says where the last backup is also when the database is lost or was restored
 * from an older one, and a backup writes nothing into what it backs up (RULES.md 22.3).
 */
const recordOf = (databaseUrl: string) => `${databasePath(databaseUrl)}.last-backup.json`;

/**
 * Reads a file of 200 bytes.
 * @returns the last backup of this database that was whole; null when there was none
 */
export async function lastBackup(databaseUrl: string): Promise<LastBackup | null> {
  try {
    const text = await readFile(recordOf(databaseUrl), "utf8");
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT")
      return null;
    throw error;
  }
}

/**
 * On PostgreSQL that there was one is noted in the database: the site may run on other machines than the one that makes
 * backups, and these find nothing else of it.
 * @returns when the last backup of a database was made; null when there was none
 */
export async function lastBackupTime(db: Db, databaseUrl: string): Promise<Date | null> {
  if (isPostgresUrl(databaseUrl)) return lastRun(db, "backup");
  const last = await lastBackup(databaseUrl);
  return last && new Date(last.at);
}

export async function recordBackup(databaseUrl: string, backup: LastBackup): Promise<void> {
  if (!isPostgresUrl(databaseUrl))
    return writeWhole(recordOf(databaseUrl), `${JSON.stringify(backup)}\n`);
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  await noteRun(db, "backup", new Date(backup.at)).finally(close);
}
