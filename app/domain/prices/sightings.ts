import type { Db } from "#db/database.ts";
import { per100ml } from "./amounts.ts";
import { type Kind, shownSince } from "./bounds.ts";
import { shopLink } from "./affiliate-link.ts";

/** A shown sighting as a row of a bottle's table. */
export interface ShownSighting {
  id: number;
  /** whole minor units */
  amount: number;
  currency: string;
  /** ml */
  size: number;
  per100ml: number;
  kind: Kind;
  /** the shop's name, or its host where it is not known */
  shop: string;
  /** https; null unless the shop is known */
  link: string | null;
  /** the link leads through the shop's affiliate template */
  affiliate: boolean;
  country: string | null;
  seenOn: string;
}

/** Rows of a bottle's table at most. */
const maxRows = 50;

/** @returns a bottle's shown sightings of the last 180 days, of every kind and currency, the newest first, 50 at most */
export async function sightingsOf(
  db: Db,
  perfumeId: number,
  { now, limit = maxRows }: { now: Date; limit?: number },
): Promise<ShownSighting[]> {
  const rows = await db
    .selectFrom("prices")
    .leftJoin("shops", "shops.host", "prices.shop")
    .select(["id", "amount_cents", "prices.currency", "size_ml", "kind", "shop", "url", "seen_on"])
    .select(["prices.country", "name", "affiliate_template", "shops.state as shop_state"])
    .where("perfume_id", "=", perfumeId)
    .where("prices.state", "=", "shown")
    .where("seen_on", ">=", shownSince(now))
    .where(({ or, eb }) => or([eb("shops.state", "is", null), eb("shops.state", "=", "known")]))
    .orderBy("seen_on", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount_cents,
    currency: row.currency,
    size: row.size_ml,
    per100ml: per100ml(row.amount_cents, row.size_ml),
    kind: row.kind,
    shop: row.name ?? row.shop,
    link: shopLink(row),
    affiliate: row.affiliate_template !== null,
    country: row.country,
    seenOn: row.seen_on,
  }));
}

/** @returns the size of the bottle's newest shown sighting, in ml, for the form; null when there is none */
export async function lastSize(db: Db, perfumeId: number, now: Date): Promise<number | null> {
  const [newest] = await sightingsOf(db, perfumeId, { now, limit: 1 });
  return newest?.size ?? null;
}
