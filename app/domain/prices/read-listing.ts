import { parseAmount } from "./amounts.ts";
import { dayOf, isPastDay } from "#app/domain/catalog/days.ts";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import type { Shop } from "./shops.ts";
import { parseSize } from "./sizes.ts";
import { readStock } from "./stock.ts";
import type { NewPrice } from "./write-sighting.ts";

export interface ListingRow {
  brand: string;
  title: string;
  size: string;
  price: string;
  seen?: string;
  url?: string;
  stock?: string;
}

/** `isMl`: a size without a unit is in ml; otherwise it could be in ounces. */
export function readListingRow(
  row: ListingRow,
  of: { shop: Shop; currency: string; isMl: boolean; now: Date },
): { out: string } | { price: Omit<NewPrice, "perfume_id"> } {
  const { shop, currency, isMl, now } = of;
  const amount = parseAmount(row.price, currency);
  const size = !isMl && /^[\d.,\s×x*]+$/iu.test(row.size) ? null : parseSize(row.size);
  const seenOn = row.seen || dayOf(now);
  const stock = readStock(row.stock ?? "");
  if (stock === "out") return { out: "out of stock" };
  if (stock === "unknown") return { out: `no known stock: ${JSON.stringify(row.stock)}` };
  if (amount === null) return { out: `no price: ${JSON.stringify(row.price)}` };
  if (size === null) return { out: `no size: ${JSON.stringify(row.size)}` };
  if (!isPastDay(seenOn, now)) return { out: `no date: ${JSON.stringify(row.seen)}` };
  return {
    price: {
      amount_cents: amount,
      currency,
      size_ml: size,
      kind: /\btester\b/iu.test(row.title) ? "tester" : "bottle",
      shop: shop.host,
      url: (row.url && parseAddress(row.url)?.url) || null,
      country: shop.country,
      seen_on: seenOn,
      user_id: null,
      state: "shown",
      vouched: 1,
      created_at: now.toISOString(),
    },
  };
}
