import { currentPerfumeId, wasRemoved } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { per100ml } from "./amounts.ts";
import { minorDigits } from "./currencies.ts";
import { findSame, replaceHeld, insertSighting } from "./write-sighting.ts";
import { loadShops, type ResolvedShop } from "./shops.ts";
import { isValid, refreshSummaries, summaryOf } from "./summaries.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import type { Sighting } from "./read-sighting.ts";
import { sayOf, type Voter } from "./gone-votes.ts";

export type HeldBecause = "signed-out" | "unconfirmed" | "unknown-shop" | "unusual-price";

export type SightingOutcome =
  | { outcome: "shown" | "same"; id: number; perfumeId: number }
  | { outcome: "held"; id: number; perfumeId: number; because: HeldBecause }
  | { outcome: "no-such-perfume" | "removed" | "no-such-shop" | "blocked-shop" };

/** usual price per ml without known prices, in major units (RULES.md 4.4) */
const [leastPerMl, mostPerMl] = [0.01, 50];
/** usual prices are within this factor of the median */
const usualFactor = 3;

/** Stores a sighting with the bottle's summary, in one transaction (RULES.md 4.4). "same": it already exists, and is confirmed. */
export async function addSighting(
  db: Db,
  perfumeId: number,
  sighting: Sighting,
  by: Voter,
  now: Date,
  country: string | null = null,
): Promise<SightingOutcome> {
  return inTransaction(db, async (tx) => {
    const bottle = await bottleOf(tx, perfumeId);
    if (typeof bottle === "string") return { outcome: bottle };
    const { currency } = sighting;
    const shop = (await loadShops(tx)).resolve(sighting.shop, { currency, country });
    if (!shop) return { outcome: "no-such-shop" };
    if (shop.entry?.state === "blocked") return { outcome: "blocked-shop" };
    return store(tx, bottle, sighting, shop, await stillThere(tx, by), now);
  });
}

/** A person deleted or suspended meanwhile counts as a visitor. */
async function stillThere(tx: Db, by: Voter): Promise<Voter> {
  if (by.userId === null || (await mayWrite(tx, by.userId))) return by;
  return { ...by, userId: null, confirmed: false };
}

async function bottleOf(db: Db, id: number): Promise<number | "no-such-perfume" | "removed"> {
  const bottle = await currentPerfumeId(db, id);
  if (bottle !== undefined) return bottle;
  return (await wasRemoved(db, id)) ? "removed" : "no-such-perfume";
}

async function store(
  tx: Db,
  perfumeId: number,
  { amount, currency, size, kind, seenOn }: Sighting,
  { shop, url, entry }: ResolvedShop,
  by: Voter,
  now: Date,
): Promise<SightingOutcome> {
  const row = {
    perfume_id: perfumeId,
    amount_cents: amount,
    currency,
    size_ml: size,
    kind,
    shop,
    url,
    country: entry?.country ?? null,
    seen_on: seenOn,
  };
  const because = await reasonToHold(tx, row, entry !== undefined, by, now);
  const same = await findSame(tx, row);
  if (same && (same.state === "shown" || because)) {
    if (by.confirmed && by.userId !== null && by.userId !== same.user_id)
      await sayOf(tx, same.id, by, "there", now);
    return { outcome: "same", id: same.id, perfumeId };
  }
  if (same) await replaceHeld(tx, row);
  const state = because ? ("held" as const) : ("shown" as const);
  const price = { ...row, user_id: by.userId, state, created_at: now.toISOString() };
  const id = await insertSighting(tx, price);
  if (because) return { outcome: "held", id, perfumeId, because };
  await refreshSummaries(tx, [row], now);
  return { outcome: "shown", id, perfumeId };
}

interface Row {
  perfume_id: number;
  amount_cents: number;
  size_ml: number;
  currency: string;
  kind: Sighting["kind"];
}

async function reasonToHold(
  tx: Db,
  row: Row,
  shopIsKnown: boolean,
  by: Voter,
  now: Date,
): Promise<HeldBecause | null> {
  if (by.userId === null) return "signed-out";
  if (!by.confirmed) return "unconfirmed";
  if (!shopIsKnown) return "unknown-shop";
  return (await isUsual(tx, row, by.userId, now)) ? null : "unusual-price";
}

/** Compares with sightings of this kind, else of bottles, else with fixed bounds; and with other people's only, so that nobody can shift the median step by step. */
async function isUsual(tx: Db, row: Row, userId: string, now: Date): Promise<boolean> {
  const value = per100ml(row.amount_cents, row.size_ml);
  const isNear = (median: number) => value * usualFactor >= median && value <= median * usualFactor;
  const median = (await medianOf(tx, row, now)) ?? (await medianOf(tx, bottleKind(row), now));
  if (median !== undefined)
    return isNear(median) && isNear((await medianOfOthers(tx, row, userId, now)) ?? median);
  const unit = 10 ** minorDigits(row.currency);
  return value >= leastPerMl * 100 * unit && value <= mostPerMl * 100 * unit;
}

const bottleKind = (row: Row): Row => ({ ...row, kind: "bottle" });

async function medianOfOthers(
  tx: Db,
  row: Row,
  userId: string,
  now: Date,
): Promise<number | undefined> {
  const others =
    (await summaryOf(tx, row, now, userId)) ?? (await summaryOf(tx, bottleKind(row), now, userId));
  return others?.median_per_100_ml;
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
