import type { Db } from "#db/database.ts";
import { decimalAmount, per100ml } from "./amounts.ts";
import { isValid, type Summary, summaryOf } from "./summaries.ts";
import { shopLink } from "./sighting-link.ts";

/** A bottle's price in one currency, from shown sightings of full bottles (RULES.md 4.5). */
export interface BottlePrice {
  currency: string;
  /** amounts in minor units, sizes in ml */
  cheapest: {
    id: number;
    amount: number;
    size: number;
    shop: string;
    link: string | null;
    affiliate: boolean;
    seenOn: string;
  };
  /** prices per 100 ml of the cheapest bottle and of the cheapest per ml, and the median */
  per100ml: number;
  bestPer100ml: number;
  medianPer100ml: number;
  count: number;
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
  const table = new Map<number, Map<string, BottlePrice>>();
  for (const row of rows) {
    const current = isValid(row, now) ? row : await workedOut(db, row, now);
    if (!current) continue;
    const prices = table.get(row.perfume_id) ?? new Map<string, BottlePrice>();
    table.set(row.perfume_id, prices.set(row.currency, toBottlePrice(current)));
  }
  return table;
}

type Row = Summary & {
  name: string | null;
  affiliate_template: string | null;
  shop_state: "known" | "blocked" | null;
  is_vouched: boolean;
};

const shopColumns = ["shops.name", "affiliate_template", "state as shop_state"] as const;

async function readSummaries(
  db: Db,
  perfumeIds: readonly number[],
  only: "bottle" | "vouched",
  currencies: readonly string[] | undefined,
): Promise<Row[]> {
  const rows = await db
    .selectFrom("price_summaries as summary")
    .leftJoin("shops", "shops.host", "summary.shop")
    .leftJoin("price_summaries as vouched", (on) =>
      on
        .onRef("vouched.perfume_id", "=", "summary.perfume_id")
        .onRef("vouched.currency", "=", "summary.currency")
        .on("vouched.kind", "=", "vouched"),
    )
    .selectAll("summary")
    .select([...shopColumns, "vouched.count as vouched_count"])
    .where("summary.perfume_id", "in", perfumeIds)
    .where("summary.kind", "=", only)
    .$if(currencies !== undefined, (query) => query.where("summary.currency", "in", currencies!))
    .execute();
  return rows.map(({ vouched_count, ...row }) => ({ ...row, is_vouched: vouched_count !== null }));
}

/** Recomputes an outdated summary that housekeeping has not rewritten yet. */
async function workedOut(
  db: Db,
  { perfume_id, kind, currency, is_vouched }: Row,
  now: Date,
): Promise<Row | undefined> {
  const summary = await summaryOf(db, { perfume_id, kind, currency }, now);
  if (!summary) return undefined;
  const shop = await db
    .selectFrom("shops")
    .select(shopColumns)
    .where("host", "=", summary.shop)
    .executeTakeFirst();
  return {
    name: null,
    affiliate_template: null,
    shop_state: null,
    ...summary,
    ...shop,
    is_vouched,
  };
}

function toBottlePrice(row: Row): BottlePrice {
  return {
    currency: row.currency,
    cheapest: {
      id: row.cheapest_id,
      amount: row.amount_cents,
      size: row.size_ml,
      shop: row.name ?? row.shop,
      link: shopLink(row),
      affiliate: row.affiliate_template !== null,
      seenOn: row.seen_on,
    },
    per100ml: per100ml(row.amount_cents, row.size_ml),
    bestPer100ml: row.best_per_100_ml,
    medianPer100ml: row.median_per_100_ml,
    count: row.count,
    highest: row.highest,
    isVouched: row.is_vouched,
  };
}

/** From medians, in whole per cent: −88 is 88 % less; never −100. */
export function savings(bottle: BottlePrice, original: BottlePrice | undefined): number | null {
  if (!original || original.currency !== bottle.currency) return null;
  const share = Math.round((100 * bottle.medianPer100ml) / original.medianPer100ml);
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
