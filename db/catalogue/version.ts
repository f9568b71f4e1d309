import type { Db } from "../connect.ts";

/** Tells every process that names in the catalogue changed; call it in the transaction that changes them. */
export async function catalogueChanged(db: Db): Promise<void> {
  await db
    .updateTable("catalogue_version")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute();
}

/** @returns a number that grows whenever names in the catalogue change. */
export async function catalogueVersion(db: Db): Promise<number> {
  return (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow())
    .version;
}
