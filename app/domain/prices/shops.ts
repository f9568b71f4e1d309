import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { ShopsTable } from "#db/schema.ts";
import { canonical } from "#app/i18n/text.ts";
import { isPunycode, looksLikeAddress, parseAddress, type ShopAddress } from "./shop-addresses.ts";

export type Shop = Selectable<ShopsTable>;

/** What a sighting says of its shop: `shop` and `url` are stored. */
export interface ResolvedShop {
  /** the host of a shop, or a name that no shop has */
  shop: string;
  url: string | null;
  /** the shop that the operators know or have blocked */
  entry: Shop | undefined;
}

interface Hint {
  /** ISO 4217 of the amount */
  currency: string;
  /** ISO 3166-1 alpha-2, where shops of one name are in several countries */
  country?: string | null;
}

const maxName = 100;
const maxAddress = 500;

/** A name begins with a letter or a digit, as no formula of a spreadsheet does, and has a letter. */
const shopName = /^(?=.*\p{L})[\p{L}\p{N}]/u;

/** @returns whether a text can name a shop, or is the address of one on the public web (RULES.md 19.3) */
export function isShop(text: string): boolean {
  // First, because whether a text is an address takes time by its length.
  if (text.length > maxAddress) return false;
  if (looksLikeAddress(text)) return parseAddress(text) !== null;
  return text.length <= maxName && shopName.test(text);
}

/** The shops that the operators know or have blocked, by host and by name. */
export class ShopDirectory {
  readonly #byHost: Map<string, Shop>;
  readonly #byName: Map<string, Shop[]>;

  constructor(shops: Shop[]) {
    this.#byHost = new Map(shops.map((shop) => [shop.host, shop]));
    this.#byName = Map.groupBy(shops, (shop) => canonical(shop.name));
  }

  /** @returns the shop that has the host or one above it: "m.druni.es" leads to "druni.es" */
  ofHost(host: string): Shop | undefined {
    for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
      const shop = this.#byHost.get(name);
      if (shop) return shop;
    }
    return undefined;
  }

  /** @returns the shop of that name; of several the one of the country, else of the currency, else the first host */
  ofName(name: string, { currency, country = null }: Hint): Shop | undefined {
    const rank = (shop: Shop) =>
      (shop.currency === currency ? 2 : 0) + (country !== null && shop.country === country ? 1 : 0);
    const shops = this.#byName.get(canonical(name)) ?? [];
    return shops.toSorted((a, b) => rank(b) - rank(a) || (a.host < b.host ? -1 : 1))[0];
  }

  /**
   * @param text an address or a name, untrusted, clean
   * @returns what to store of it; null when it names no shop (`isShop`), or is an address with letters beyond ASCII that the
   * operators do not know (RULES.md 19.3)
   */
  resolve(text: string, hint: Hint): ResolvedShop | null {
    if (!isShop(text)) return null;
    if (!looksLikeAddress(text)) {
      const entry = this.ofName(text, hint);
      return { shop: entry?.host ?? text, url: null, entry };
    }
    const address = parseAddress(text);
    return address && this.#ofAddress(address);
  }

  #ofAddress({ host, url }: ShopAddress): ResolvedShop | null {
    const entry = this.ofHost(host);
    if (!entry && isPunycode(host)) return null;
    return { shop: entry?.host ?? host, url, entry };
  }
}

/** @returns all shops: a few hundred rows */
export async function loadShops(db: Db): Promise<ShopDirectory> {
  return new ShopDirectory(await db.selectFrom("shops").selectAll().orderBy("host").execute());
}
