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

/** @returns false also for a dupe of another perfume */
export async function isDupeOf(db: Db, perfumeId: number, dupeId: number): Promise<boolean> {
  const dupe = await db
    .selectFrom("dupes")
    .select("id")
    .where("id", "=", dupeId)
    .where("perfume_id", "=", perfumeId)
    .executeTakeFirst();
  return dupe !== undefined;
}
