import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";

/** SQL for the id of a bottle now: of the one it was merged into, else its own (RULES.md 5.12). */
export function currentPerfume(id: number): RawBuilder<number> {
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
