import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";

/** The id of a bottle now, in a query: of the one into which it was merged, else its own (RULES.md 5.12). */
export function currentPerfume(id: number): RawBuilder<number> {
  return sql`coalesce((select perfume_id from perfume_redirects where old_id = ${id}), ${id})`;
}

/** The id of a dupe now, in a query: of the one that it became when bottles were merged, else its own (RULES.md 5.12). */
export function currentDupe(id: number | RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((select dupe_id from dupe_redirects where old_id = ${id}), ${id})`;
}

/** @returns the id of a bottle now (RULES.md 5.12); undefined when there is no such bottle, or none any more */
export async function currentPerfumeId(db: Db, id: number): Promise<number | undefined> {
  const bottle = await db
    .selectFrom("perfumes")
    .select("id")
    .where("id", "=", currentPerfume(id))
    .executeTakeFirst();
  return bottle?.id;
}
