import { currentDupe, currentPerfume } from "./redirects.ts";
import type { Db } from "#db/database.ts";

export async function perfumeExists(db: Db, perfumeId: number): Promise<boolean> {
  const perfume = await db
    .selectFrom("perfumes")
    .select("id")
    .where("id", "=", perfumeId)
    .executeTakeFirst();
  return perfume !== undefined;
}

/** Current id of a dupe on the page of either bottle. Pages opened before a merge send old ids (RULES.md 1.9). */
export async function findDupeOn(
  db: Db,
  perfumeId: number,
  dupeId: number,
): Promise<number | undefined> {
  const bottle = currentPerfume(perfumeId);
  const dupe = await db
    .selectFrom("dupes")
    .select("id")
    .where("id", "=", currentDupe(dupeId))
    .where((row) => row.or([row("perfume_id", "=", bottle), row("dupe_perfume_id", "=", bottle)]))
    .executeTakeFirst();
  return dupe?.id;
}
