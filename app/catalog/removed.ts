import type { Db } from "#db/connect.ts";

/** @returns true when there was a perfume with this id once, and there is none now: it is gone for good. */
export async function wasRemoved(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("removed_perfumes")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
