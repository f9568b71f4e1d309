import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { findPerfume } from "./perfumes.ts";

/** SQL for a bottle's current id: that of the bottle it was merged into, else the same (RULES.md 1.9). */
function currentPerfume(id: number): RawBuilder<number> {
  return sql`coalesce((select perfume_id from perfume_redirects where old_id = ${id}), ${id})`;
}

export function currentDupe(id: number | RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((select dupe_id from dupe_redirects where old_id = ${id}), ${id})`;
}

export async function currentPerfumeId(db: Db, id: number): Promise<number | undefined> {
  const bottle = await db
    .selectFrom("perfumes")
    .select("id")
    .where("id", "=", currentPerfume(id))
    .executeTakeFirst();
  return bottle?.id;
}

export async function findPerfumeNow(db: Db, id: number) {
  const perfume = await findPerfume(db, id);
  if (perfume) return perfume;
  const into = await currentPerfumeId(db, id);
  return into === undefined ? undefined : findPerfume(db, into);
}

/** Pages of removed perfumes answer 410 (RULES.md 1.4). */
export async function wasRemoved(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("removed_perfumes")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Leads an id that no bottle has, and never had here, to a bottle. @returns whether there is such a bottle */
export async function addRedirect(tx: Db, old_id: number, perfume_id: number): Promise<boolean> {
  const bottles = await tx
    .selectFrom("perfumes")
    .select("id")
    .where("id", "in", [old_id, perfume_id])
    .execute();
  if (bottles.length !== 1 || bottles[0]!.id !== perfume_id) return false;
  await tx.insertInto("perfume_redirects").values({ old_id, perfume_id }).execute();
  return true;
}

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
