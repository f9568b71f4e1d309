import type { DupeStanding } from "#app/domain/prices/standings.ts";
import type { Db } from "#db/database.ts";
import type { Standing } from "./told-standings.ts";

export interface News {
  perfume: { id: number; marca: string; nombre: string };
  standing: DupeStanding;
  closer: boolean;
  cheaper: boolean;
  /** what the last email said */
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
 * A dupe is news if it is closer by the figure shown, or cheaper in the same currency, or has its first figure or price.
 * @returns null if nothing is new, or if the bottle was never compared
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
