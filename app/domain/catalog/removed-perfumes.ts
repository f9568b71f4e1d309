import type { Db } from "#db/database.ts";
import { findPerfume } from "./perfumes.ts";

/** Follows a merge (RULES.md 5.12). */
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

/** Its page answers 410 (RULES.md 2.2). */
export async function wasRemoved(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("removed_perfumes")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
