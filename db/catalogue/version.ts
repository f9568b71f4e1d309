import type { Db } from "../connect.ts";

/** Increments the version, so that every process rebuilds its index. Call it in the transaction that changes names. */
export async function catalogueChanged(db: Db): Promise<void> {
  await db
    .updateTable("catalogue_version")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute();
}

/** @returns a number that grows when names in the catalogue change */
export async function catalogueVersion(db: Db): Promise<number> {
  return (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow())
    .version;
}
