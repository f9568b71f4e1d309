import { isOfShop, parseAddress } from "./shop-addresses.ts";

interface SeenAt {
  /** the host of a shop, or a name */
  shop: string;
  url: string | null;
  /** of the shop's entry: null where the operators do not know it */
  shop_state: "known" | "blocked" | null;
  affiliate_template: string | null;
}

/**
 * @returns where the shop's name leads (RULES.md 19.3): the page that was seen, else the shop, https, through its affiliate
 * template; null unless the operators know the shop. A page on another host than the shop's is not linked
 */
export function shopLink({ shop, url, shop_state, affiliate_template }: SeenAt): string | null {
  if (shop_state !== "known") return null;
  const page = url === null ? null : parseAddress(url);
  const address = page?.url && isOfShop(page.host, shop) ? page.url : `https://${shop}/`;
  return affiliate_template?.replaceAll("{url}", encodeURIComponent(address)) ?? address;
}
