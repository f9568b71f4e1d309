import type { Db } from "#db/database.ts";
import { announce } from "#db/announcements.ts";

/** Increments the version, so that every process drops its pages and rebuilds its index (RULES.md 5.13). Call it in the transaction of the change. */
export async function catalogueChanged(db: Db): Promise<void> {
  await db
    .updateTable("catalogue_version")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute();
  await announce(db, "catalog");
}

/** @returns a number that grows with each change by a command (RULES.md 5.13) */
export async function catalogueVersion(db: Db): Promise<number> {
  return (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow())
    .version;
}
