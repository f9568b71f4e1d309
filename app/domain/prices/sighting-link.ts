import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import { isOfShop } from "./shop-addresses.ts";

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
