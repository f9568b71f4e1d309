import type { Db } from "#db/connect.ts";

/** @returns false for a session that outlived its person, too */
export async function isPerson(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom("usuarios")
    .select("id")
    .where("id", "=", userId)
    .executeTakeFirst();
  return person !== undefined;
}

/** @returns false for a dupe that is gone, and for one of another perfume */
export async function isDupeOf(db: Db, perfumeId: number, dupeId: number): Promise<boolean> {
  const dupe = await db
    .selectFrom("dupes")
    .select("id")
    .where("id", "=", dupeId)
    .where("perfume_id", "=", perfumeId)
    .executeTakeFirst();
  return dupe !== undefined;
}
