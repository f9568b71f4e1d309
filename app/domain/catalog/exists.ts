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

/** The current id of a dupe on a bottle's page, on either side. A page opened before a merge sends old ids (RULES.md 1.9). */
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
