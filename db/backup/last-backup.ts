import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type Db, isPostgresUrl } from "../database.ts";
import { lastRun, noteRun } from "../last-runs.ts";
import { openDatabase } from "../open/open.ts";
import { databasePath } from "../sqlite/sqlite-address.ts";
import { writeWhole } from "../files.ts";

const schema = z.object({
  at: z.iso.datetime(),
  folder: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  ms: z.number(),
});

export type LastBackup = z.infer<typeof schema>;

/** Stored beside the database, so that the record survives its loss (RULES.md 14.11). */
const recordOf = (databaseUrl: string) => `${databasePath(databaseUrl)}.last-backup.json`;

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

/** On PostgreSQL it is stored in the database, because site and backup may run on different machines. */
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
