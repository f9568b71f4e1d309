import type { Db } from "#db/database.ts";
import { findPerfume } from "./perfumes.ts";

/** @returns the bottle with this id, or the one into which it was merged; undefined when there is none (RULES.md 5.12) */
export async function findPerfumeNow(db: Db, id: number) {
  const perfume = await findPerfume(db, id);
  if (perfume) return perfume;
  const into = await mergedInto(db, id);
  return into === undefined ? undefined : findPerfume(db, into);
}

async function mergedInto(db: Db, id: number): Promise<number | undefined> {
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
