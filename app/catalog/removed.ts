import type { Db } from "#db/connect.ts";

/** @returns true when a perfume with this id was removed: its page answers 410 (RULES.md 2.2) */
export async function wasRemoved(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("removed_perfumes")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
