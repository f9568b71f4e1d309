import type { Db } from "#db/database.ts";
import { valueOf } from "./amounts.ts";
import { type Kind, shownSince } from "./bounds.ts";
import { fairly } from "./fair-order.ts";
import { blockedShops } from "./shops.ts";
import { medianOfVoices } from "./summarize.ts";
import { wasRefused } from "./refused-prices.ts";
import { isOfficial } from "./vouched.ts";
import { fixedRange, isAbsurd, leastAmountIn, rateBetween, usualRange } from "./usual-range.ts";

type UnusualPrice = "unusual-price" | "unusual-first-price";
export type Reason = "unknown-shop" | "disputed" | UnusualPrice;

/** usual prices are within this factor of the median */
const usualFactor = 3;
/** ml; at a usual price per ml a smaller bottle would be the cheapest of all */
const leastFirst = 5;
const maxCompared = 1000;

interface Priced {
  perfume_id: number;
  amount_cents: number;
  size_ml: number;
  currency: string;
  kind: Kind;
}

/** Why nobody but an operator may show a price, whoever agrees with it (RULES.md 4.4); null if it may be shown. */
export async function reasonToHold(
  tx: Db,
  row: Priced & { shop: string },
  now: Date,
): Promise<Reason | null> {
  const shop = await tx
    .selectFrom("shops")
    .select("state")
    .where("host", "=", row.shop)
    .executeTakeFirst();
  if (shop?.state !== "known") return "unknown-shop";
  if (await wasRefused(tx, row, now)) return "disputed";
  return reasonInPrice(tx, row, now);
}

/** Compares with the bottle's vouched prices; where there is none, with those of the catalogue. */
export async function reasonInPrice(tx: Db, row: Priced, now: Date): Promise<UnusualPrice | null> {
  const value = valueOf(row);
  const vouched = await comparedWith(tx, row, now);
  const isBottle = row.kind === "bottle";
  // Nor do people who vouch for a third, and again for a third of it.
  if (isAbsurd(value, row.currency))
    return vouched.length > 0 ? "unusual-price" : "unusual-first-price";
  const leastAmount = leastAmountIn(row.currency, row.kind);
  if (vouched.length > 0) {
    const middle = medianOfVoices(vouched);
    const cheapest = Math.min(...vouched.map(({ amount_cents }) => amount_cents));
    const isNear = value * usualFactor >= middle && value <= middle * usualFactor;
    // Else people would vouch for a third, and again for a third of it, of ever smaller bottles.
    const least = isBottle && vouched.every(isOfficial) ? 0 : leastAmount;
    const isTooLittle = isBottle && row.amount_cents * usualFactor < cheapest;
    return isNear && !isTooLittle && row.amount_cents >= least ? null : "unusual-price";
  }
  const usual = await usualRange(tx, row.currency);
  if (!usual || value < usual.least || value > usual.most) return "unusual-first-price";
  const isTiny = isBottle && row.size_ml < leastFirst;
  return isTiny || row.amount_cents < leastAmount ? "unusual-first-price" : null;
}

/** Whether a price that another site vouches for can be one: its dump could be hostile (RULES.md 15.6). */
export function isPlausible({
  kind = "bottle",
  ...price
}: Pick<Priced, "amount_cents" | "size_ml" | "currency"> & { kind?: Kind }) {
  const range = fixedRange(price.currency);
  const value = valueOf(price);
  if (!range || value < range.least || value > range.most) return false;
  return price.amount_cents >= leastAmountIn(price.currency, kind);
}

/** Vouched prices of this kind, else of full bottles, in this currency, else in others by worth; operators' alone, if any. */
async function comparedWith(tx: Db, row: Priced, now: Date) {
  const vouched = await vouchedOf(tx, row, now);
  const operators = vouched.filter(isOfficial);
  const comparable = (operators.length > 0 ? operators : vouched).flatMap((one) => {
    const rate = rateBetween(one.currency, row.currency);
    return rate === null ? [] : [{ ...one, amount_cents: one.amount_cents * rate }];
  });
  const nearness = ({ currency, kind }: Pick<Priced, "currency" | "kind">) =>
    (currency === row.currency ? 2 : 0) + (kind === row.kind ? 1 : 0);
  const nearest = Math.max(...comparable.map(nearness));
  return comparable.filter((one) => nearness(one) === nearest);
}

const vouchedOf = (tx: Db, { perfume_id, kind }: Priced, now: Date) =>
  tx
    .selectFrom("prices")
    .select(["id", "amount_cents", "size_ml", "currency", "kind", "decided_at"])
    .select(["user_id", "mailbox", "mail_domain", "network"])
    .where("perfume_id", "=", perfume_id)
    .where("kind", "in", [kind, "bottle"])
    .where("state", "=", "shown")
    .where("vouched", "=", 1)
    .where("seen_on", ">=", shownSince(now))
    .where("shop", "not in", blockedShops(tx))
    .orderBy(fairly)
    .limit(maxCompared)
    .execute();
