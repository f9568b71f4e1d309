import { currentDupe, currentPerfume } from "./redirects.ts";
import type { Db } from "#db/database.ts";

/** @returns false also when the perfume was removed after the request's address was read */
export async function perfumeExists(db: Db, perfumeId: number): Promise<boolean> {
  const perfume = await db
    .selectFrom("perfumes")
    .select("id")
    .where("id", "=", perfumeId)
    .executeTakeFirst();
  return perfume !== undefined;
}

/**
 * The dupe that stands on a bottle's page: it is a dupe of the bottle, or the bottle is the look-alike. A page that was open
 * during a merge sends ids of what is something else now (RULES.md 5.12).
 * @returns its id now; undefined when there is none
 */
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
