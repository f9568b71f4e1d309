import type { Db } from "#db/database.ts";
import { decimalAmount } from "./amounts.ts";
import { type ShownSighting, sightingsById } from "./sightings.ts";
import { isValid } from "./old-summaries.ts";
import type { Summary } from "./summarize.ts";
import { summaryOf } from "./summary-of.ts";

/** A bottle's price in one currency, from shown sightings of full bottles (RULES.md 4.5). */
export interface BottlePrice {
  currency: string;
  cheapest: ShownSighting;
  /** the cheapest per ml of the last 60 days, else the newest */
  reference: ShownSighting;
  count: number;
  /** minor units */
  highest: number;
  /** at least one of the sightings is (RULES.md 4.10) */
  isVouched: boolean;
}

/** Keyed by bottle, then by currency. */
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
  const rows = await readSummaries(db, perfumeIds, only, currencies);
  const summaries: Row[] = [];
  for (const row of rows) {
    // Housekeeping rewrites outdated ones later.
    const summary = isValid(row, now) ? row : await summaryOf(db, row, now);
    if (summary) summaries.push({ ...summary, isVouched: row.isVouched });
  }
  const ids = summaries.flatMap(({ cheapest_id, reference_id }) => [cheapest_id, reference_id]);
  const sightings = await sightingsById(db, [...new Set(ids)]);
  const table = new Map<number, Map<string, BottlePrice>>();
  for (const { perfume_id, currency, count, highest, isVouched, ...of } of summaries) {
    const cheapest = sightings.get(of.cheapest_id);
    const reference = sightings.get(of.reference_id);
    // Deleted meanwhile.
    if (!cheapest || !reference) continue;
    const prices = table.get(perfume_id) ?? new Map<string, BottlePrice>();
    prices.set(currency, { currency, cheapest, reference, count, highest, isVouched });
    table.set(perfume_id, prices);
  }
  return table;
}

type Row = Summary & { isVouched: boolean };

async function readSummaries(
  db: Db,
  perfumeIds: readonly number[],
  only: "bottle" | "vouched",
  currencies: readonly string[] | undefined,
): Promise<Row[]> {
  const rows = await db
    .selectFrom("price_summaries as summary")
    .leftJoin("price_summaries as vouched", (on) =>
      on
        .onRef("vouched.perfume_id", "=", "summary.perfume_id")
        .onRef("vouched.currency", "=", "summary.currency")
        .on("vouched.kind", "=", "vouched"),
    )
    .selectAll("summary")
    .select("vouched.count as vouched_count")
    .where("summary.perfume_id", "in", perfumeIds)
    .where("summary.kind", "=", only)
    .$if(currencies !== undefined, (query) => query.where("summary.currency", "in", currencies!))
    .execute();
  return rows.map(({ vouched_count, ...row }) => ({ ...row, isVouched: vouched_count !== null }));
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
