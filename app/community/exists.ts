import type { Db } from "#db/connect.ts";

/** @returns false also when the account was deleted after the request's session was read */
export async function userExists(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom("usuarios")
    .select("id")
    .where("id", "=", userId)
    .executeTakeFirst();
  return person !== undefined;
}

/** @returns whether the dupe stands on a bottle's page: it is a dupe of the bottle, or the bottle is the look-alike */
export async function isDupeOn(db: Db, perfumeId: number, dupeId: number): Promise<boolean> {
  const dupe = await db
    .selectFrom("dupes")
    .select("id")
    .where("id", "=", dupeId)
    .where((row) =>
      row.or([row("perfume_id", "=", perfumeId), row("dupe_perfume_id", "=", perfumeId)]),
    )
    .executeTakeFirst();
  return dupe !== undefined;
}
