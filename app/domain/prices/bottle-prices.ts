import type { Db } from "#db/database.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import { decimalAmount } from "./amounts.ts";
import { freshDays } from "./bounds.ts";
import { type ShownSighting, sightingsById } from "./sightings.ts";
import { isValid } from "./refresh-summaries.ts";
import type { Summary } from "./summarize.ts";
import { summaryOf } from "./summary-of.ts";

/** A bottle's price in one currency, from its vouched sightings where one is of the last 60 days, else from all that are shown (RULES.md 4.5). */
export interface BottlePrice {
  currency: string;
  cheapest: ShownSighting;
  /** the cheapest per ml of the last 60 days, else the newest */
  reference: ShownSighting;
  count: number;
  highest: number;
  /** at least one of the sightings is (RULES.md 4.10) */
  isVouched: boolean;
  /** an operator stands behind at least one of the sightings */
  isOfficial: boolean;
}

export type PriceTable = ReadonlyMap<number, ReadonlyMap<string, BottlePrice>>;

/** Leaves out bottles without known prices. `only: "vouched"`: those of RULES.md 4.10 */
export async function bestOffers(
  db: Db,
  perfumeIds: readonly number[],
  {
    currencies,
    now,
    only = "bottle",
  }: { currencies?: readonly string[]; now: Date; only?: "bottle" | "vouched" },
): Promise<PriceTable> {
  if (perfumeIds.length === 0 || currencies?.length === 0) return new Map();
  const kinds = only === "vouched" ? [only] : (["vouched", "bottle"] as const);
  const summaries: Summary[] = [];
  for (const row of await readSummaries(db, perfumeIds, kinds, currencies)) {
    // Housekeeping rewrites outdated ones later.
    const summary = isValid(row, now) ? row : await summaryOf(db, row, now);
    if (summary) summaries.push(summary);
  }
  const ids = summaries.flatMap(({ cheapest_id, reference_id }) => [cheapest_id, reference_id]);
  const sightings = await sightingsById(db, [...new Set(ids)]);
  const freshSince = addDays(dayOf(now), -freshDays);
  const table = new Map<number, Map<string, BottlePrice>>();
  for (const { perfume_id, currency, kind, count, highest, ...of } of summaries) {
    const cheapest = sightings.get(of.cheapest_id);
    const reference = sightings.get(of.reference_id);
    // Deleted meanwhile.
    if (!cheapest || !reference) continue;
    const prices = table.get(perfume_id) ?? new Map<string, BottlePrice>();
    table.set(perfume_id, prices);
    const vouched = prices.get(currency);
    if (vouched && vouched.reference.seenOn >= freshSince) continue;
    const isVouched = kind === "vouched" || vouched !== undefined;
    const isOfficial = of.official === 1;
    prices.set(currency, { currency, cheapest, reference, count, highest, isVouched, isOfficial });
  }
  return table;
}

/** Vouched ones first. */
function readSummaries(
  db: Db,
  perfumeIds: readonly number[],
  kinds: readonly ("bottle" | "vouched")[],
  currencies: readonly string[] | undefined,
): Promise<Summary[]> {
  return db
    .selectFrom("price_summaries")
    .selectAll()
    .where("perfume_id", "in", perfumeIds)
    .where("kind", "in", kinds)
    .$if(currencies !== undefined, (query) => query.where("currency", "in", currencies!))
    .orderBy("kind", "desc")
    .execute();
}

/** Per ml, in whole per cent: −88 is 88 % less; never −100. */
export function savings(one: ShownSighting, original: ShownSighting | undefined): number | null {
  if (!original || original.currency !== one.currency) return null;
  const share = Math.round((100 * one.per100ml) / original.per100ml);
  return Math.max(1, share) - 100;
}

/** schema.org AggregateOffer (RULES.md 11.12) */
export function offerOf({ currency, cheapest, highest, count }: BottlePrice) {
  return {
    lowPrice: decimalAmount(cheapest.amount, currency),
    highPrice: decimalAmount(highest, currency),
    priceCurrency: currency,
    offerCount: count,
  };
}
