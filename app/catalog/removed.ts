import type { Db } from "#db/connect.ts";

/** @returns the id of the bottle that this one was merged into, or undefined (RULES.md 5.12) */
export async function mergedInto(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("perfume_redirects")
    .select("perfume_id")
    .where("old_id", "=", id)
    .executeTakeFirst();
  return row?.perfume_id;
}

/** @returns true when a perfume with this id was removed: its page answers 410 (RULES.md 2.2) */
export async function wasRemoved(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("removed_perfumes")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
