import type { DupeStanding } from "#app/domain/prices/standings.ts";
import type { Db } from "#db/database.ts";
import type { Standing } from "./told-standings.ts";

export interface News {
  perfume: { id: number; marca: string; nombre: string };
  standing: DupeStanding;
  closer: boolean;
  cheaper: boolean;
  /** what was told last */
  before: Standing;
}

export type Wanted = Awaited<ReturnType<typeof wantedBy>>[number];

export function wantedBy(db: Db, userIds: string[]) {
  return db
    .selectFrom("shelf")
    .innerJoin("perfumes", "perfumes.id", "perfume_id")
    .select(["user_id", "perfume_id", "since", "marca", "nombre"])
    .select(["told_at", "told_similarity", "told_price", "told_currency"])
    .where("user_id", "in", userIds)
    .where("list", "=", "want")
    .orderBy("user_id")
    .orderBy("since", "desc")
    .orderBy("perfume_id")
    .execute();
}

/**
 * Nearer by the figure that pages show, or cheaper in the same currency; the first figure or price counts, too.
 * @returns null where nothing is new, and of a bottle that was never compared
 */
export function newsOf(wanted: Wanted, standing: DupeStanding): News | null {
  if (wanted.told_at === null) return null;
  const { told_similarity, told_price, told_currency, perfume_id: id, marca, nombre } = wanted;
  const { similarity, price } = standing;
  const comparable = told_currency === null || told_currency === price?.currency;
  const closer = similarity !== null && similarity > (told_similarity ?? -1);
  const cheaper = price !== null && comparable && price.amount < (told_price ?? Infinity);
  if (!closer && !cheaper) return null;
  const priceBefore =
    told_price === null || told_currency === null
      ? null
      : { amount: told_price, currency: told_currency };
  const before = { similarity: told_similarity, price: priceBefore };
  return { perfume: { id, marca, nombre }, standing, closer, cheaper, before };
}
