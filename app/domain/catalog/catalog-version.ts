import type { Db } from "#db/database.ts";
import { announce } from "#db/process-notices.ts";

/** Makes every process drop its pages and rebuild its index (RULES.md 1.10). Call in the transaction of the change. */
export async function catalogChanged(db: Db): Promise<void> {
  await db
    .updateTable("catalogue_version")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute();
  await announce(db, "catalog");
}

export async function catalogVersion(db: Db): Promise<number> {
  return (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow())
    .version;
}
