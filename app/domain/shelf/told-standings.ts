import { sql } from "kysely";
import type { DupeStanding } from "#app/domain/prices/standings.ts";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";

/** The figures that the weekly email compares (RULES.md 7.5). */
export type Standing = Pick<DupeStanding, "similarity" | "price">;

export interface Told {
  userId: string;
  perfumeId: number;
  standing: Standing;
}

export const toldTo = (userId: string, standings: Iterable<readonly [number, Standing]>): Told[] =>
  Array.from(standings, ([perfumeId, standing]) => ({ userId, perfumeId, standing }));

export async function remember(tx: Db, told: Told[], now: Date): Promise<void> {
  for (const some of chunks(told)) await rememberSome(tx, some, now);
}

// One statement per row takes three times as long.
async function rememberSome(tx: Db, told: Told[], now: Date): Promise<void> {
  const rows = told.map(
    ({ userId, perfumeId, standing: { similarity, price } }) =>
      sql`(${userId}, cast(${perfumeId} as bigint), cast(${similarity} as bigint), cast(${price?.amount ?? null} as bigint), ${price?.currency ?? null})`,
  );
  await sql`
    with told (user_id, perfume_id, similarity, price, currency) as (values ${sql.join(rows)})
    update shelf set
      told_at = ${now.toISOString()},
      told_similarity = told.similarity,
      told_price = told.price,
      told_currency = told.currency
    from told
    where shelf.user_id = told.user_id and shelf.perfume_id = told.perfume_id
  `.execute(tx);
}
