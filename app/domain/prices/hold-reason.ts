import type { Db } from "#db/database.ts";
import { per100ml } from "./amounts.ts";
import type { Kind } from "./bounds.ts";
import { isValid } from "./old-summaries.ts";
import { summaryOf } from "./summary-of.ts";
import { usualRange } from "./usual-range.ts";
import type { Voter } from "./voter.ts";

export type HeldBecause =
  | "signed-out"
  | "unconfirmed"
  | "unknown-shop"
  | "unusual-price"
  | "unusual-first-price"
  | "disputed";

/** A second person can vouch for these (RULES.md 4.4). */
export const isUnusual = (because: HeldBecause | null) =>
  because === "unusual-price" || because === "unusual-first-price";

/** usual prices are within this factor of the median */
export const usualFactor = 3;
/** ml; at a usual price per ml a smaller bottle would be the cheapest of all */
const leastFirst = 5;

export interface Row {
  perfume_id: number;
  amount_cents: number;
  size_ml: number;
  currency: string;
  kind: Kind;
}

export async function reasonToHold(
  tx: Db,
  row: Row,
  shopIsKnown: boolean,
  by: Voter,
  now: Date,
): Promise<HeldBecause | null> {
  if (by.userId === null) return "signed-out";
  if (!by.confirmed) return "unconfirmed";
  if (!shopIsKnown) return "unknown-shop";
  return reasonInPrice(tx, row, by, now);
}

/** Compares with sightings of this kind, else of bottles, and with other people's alone; the first of a bottle with those of the catalogue. */
async function reasonInPrice(tx: Db, row: Row, by: Voter, now: Date): Promise<HeldBecause | null> {
  const value = per100ml(row.amount_cents, row.size_ml);
  const isNear = (median: number) => value * usualFactor >= median && value <= median * usualFactor;
  const median = (await medianOf(tx, row, now)) ?? (await medianOf(tx, bottleKind(row), now));
  const others = await summaryOfOthers(tx, row, by, now);
  const isBottle = row.kind === "bottle";
  if (others === undefined) {
    const usual = await usualRange(tx, row.currency, row.kind);
    const isTiny = isBottle && row.size_ml < leastFirst;
    if (!usual || value < usual[0] || value > usual[1] || isTiny) return "unusual-first-price";
  } else if (isBottle && row.amount_cents * usualFactor < (await amountOf(tx, others.cheapest_id)))
    return "unusual-price";
  const medians = [median, others?.median_per_100_ml];
  return medians.every((one) => one === undefined || isNear(one)) ? null : "unusual-price";
}

const bottleKind = (row: Row): Row => ({ ...row, kind: "bottle" });

const summaryOfOthers = async (tx: Db, row: Row, by: Voter, now: Date) =>
  (await summaryOf(tx, row, now, by)) ?? (await summaryOf(tx, bottleKind(row), now, by));

async function amountOf(tx: Db, priceId: number): Promise<number> {
  const price = await tx
    .selectFrom("prices")
    .select("amount_cents")
    .where("id", "=", priceId)
    .executeTakeFirstOrThrow();
  return price.amount_cents;
}

async function medianOf(
  tx: Db,
  { perfume_id, kind, currency }: Row,
  now: Date,
): Promise<number | undefined> {
  const known = await tx
    .selectFrom("price_summaries")
    .select(["median_per_100_ml", "valid_until"])
    .where("perfume_id", "=", perfume_id)
    .where("kind", "=", kind)
    .where("currency", "=", currency)
    .executeTakeFirst();
  if (!known || isValid(known, now)) return known?.median_per_100_ml;
  return (await summaryOf(tx, { perfume_id, kind, currency }, now))?.median_per_100_ml;
}
