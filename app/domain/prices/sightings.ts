import type { Db } from "#db/database.ts";
import { per100ml } from "./amounts.ts";
import { addDays } from "#app/domain/catalog/days.ts";
import { sameDays, shownSince } from "./bounds.ts";
import { official, turn } from "./fair-order.ts";
import { isOfficial } from "./vouched.ts";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import { isOfShop } from "./shops.ts";

/** Amounts in minor units, sizes in ml. */
export type ShownSighting = ReturnType<typeof shown>;

const maxRows = 50;

/** Sightings of the last 180 days, in every kind and currency, newest first; where there are more, operators' and some of everybody's, of these vouched ones first. @param author who also sees their held ones */
export async function sightingsOf(
  db: Db,
  perfumeId: number,
  { now, limit = maxRows, author = null }: { now: Date; limit?: number; author?: string | null },
): Promise<ShownSighting[]> {
  const most = await sightings(db)
    .where("perfume_id", "=", perfumeId)
    .where(({ or, and, eb }) =>
      or([
        eb("prices.state", "=", "shown"),
        and([eb("prices.state", "=", "held"), eb("user_id", "=", author)]),
      ]),
    )
    .where("seen_on", ">=", shownSince(now))
    .where(({ or, eb }) => or([eb("shops.state", "is", null), eb("shops.state", "=", "known")]))
    .orderBy(official, "desc")
    .orderBy(turn)
    .orderBy("vouched", "desc")
    .orderBy("seen_on", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const rows = most.sort((a, b) => b.seen_on.localeCompare(a.seen_on) || b.id - a.id);
  const areEqual = (newer: Row, older: Row) =>
    equal.every((name) => newer[name] === older[name]) &&
    older.seen_on >= addDays(newer.seen_on, -sameDays);
  const isOlderEqual = (row: Row, at: number) =>
    rows.slice(0, at).some((one) => areEqual(one, row));
  return rows
    .filter((row, at) => !isOlderEqual(row, at))
    .map((row) => {
      const known = rows.find((one) => isOfficial(one) && one.url !== null && areEqual(row, one));
      return shown({ ...row, url: known?.url ?? row.url });
    });
}

/** What several people saw within a week is listed once, with the page that an operator knows. */
const equal = ["amount_cents", "currency", "size_ml", "kind", "shop"] as const;

/** Those of summaries, keyed by id. */
export async function sightingsById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ShownSighting>> {
  if (ids.length === 0) return new Map();
  const rows = await sightings(db).where("prices.id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, shown(row)]));
}

const sightings = (db: Db) =>
  db
    .selectFrom("prices")
    .leftJoin("shops", "shops.host", "prices.shop")
    .select(["id", "amount_cents", "prices.currency", "size_ml", "kind", "shop", "url", "seen_on"])
    .select(["counts_from", "prices.state", "prices.country"])
    .select(["user_id", "mailbox", "decided_at"])
    .select(["name", "affiliate_template", "shops.state as shop_state"]);

type Row = Awaited<ReturnType<ReturnType<typeof sightings>["execute"]>>[number];

const shown = (row: Row) => ({
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
  // Whose voice waits sees it as if it counted (RULES.md 5.8).
  isHeld: row.state === "held" && row.counts_from === null,
});

export async function lastSize(db: Db, perfumeId: number, now: Date): Promise<number | null> {
  const [newest] = await sightingsOf(db, perfumeId, { now, limit: 1 });
  return newest?.size ?? null;
}

interface SeenAt {
  /** a host, or a name */
  shop: string;
  url: string | null;
  /** null for a shop unknown to operators */
  shop_state: "known" | "blocked" | null;
  affiliate_template: string | null;
}

/** Link to the page seen, else to the shop, through its affiliate template; null for unknown shops (RULES.md 4.3). Other hosts are not linked. */
export function shopLink({ shop, url, shop_state, affiliate_template }: SeenAt): string | null {
  if (shop_state !== "known") return null;
  const page = url === null ? null : parseAddress(url);
  const address = page?.url && isOfShop(page.host, shop) ? page.url : `https://${shop}/`;
  return affiliate_template?.replaceAll("{url}", encodeURIComponent(address)) ?? address;
}
