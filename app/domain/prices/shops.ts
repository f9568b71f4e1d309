import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { canonical } from "#app/i18n/text.ts";
import { productPage } from "./product-pages.ts";
import {
  isPunycode,
  parseAddress,
  type PublicAddress,
  scheme,
} from "#app/domain/catalog/public-addresses.ts";

export type Shop = Selectable<Schema["shops"]>;

export interface ResolvedShop {
  /** a host, or a name that no shop has */
  shop: string;
  url: string | null;
  entry: Shop | undefined;
}

export const blockedShops = (db: Db) =>
  db.selectFrom("shops").select("host").where("state", "=", "blocked");

interface Hint {
  currency: string;
  country?: string | null;
}

const maxName = 100;
const maxAddress = 500;

/** The first character keeps spreadsheets from reading a formula. */
const shopName = /^(?=.*\p{L})[\p{L}\p{N}]/u;

export function isShop(text: string): boolean {
  // Checked first, because parsing time grows with length.
  if (text.length > maxAddress) return false;
  if (looksLikeAddress(text)) return parseAddress(text) !== null;
  return text.length <= maxName && shopName.test(text);
}

export class ShopDirectory {
  readonly #byHost: Map<string, Shop>;
  readonly #byName: Map<string, Shop[]>;

  constructor(shops: Shop[]) {
    this.#byHost = new Map(shops.map((shop) => [shop.host, shop]));
    this.#byName = Map.groupBy(shops, (shop) => canonical(shop.name));
  }

  /** "m.druni.es" resolves to "druni.es". */
  ofHost(host: string): Shop | undefined {
    for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
      const shop = this.#byHost.get(name);
      if (shop) return shop;
    }
    return undefined;
  }

  /** Among several: the country's, else the currency's, else the first by host. */
  ofName(name: string, { currency, country = null }: Hint): Shop | undefined {
    const rank = (shop: Shop) =>
      (shop.currency === currency ? 2 : 0) + (country !== null && shop.country === country ? 1 : 0);
    const shops = this.#byName.get(canonical(name)) ?? [];
    return shops.toSorted((a, b) => rank(b) - rank(a) || (a.host < b.host ? -1 : 1))[0];
  }

  /** null for an invalid shop, an unknown non-ASCII address, and one that leads elsewhere (RULES.md 4.3) */
  resolve(text: string, hint: Hint): ResolvedShop | null {
    if (!isShop(text)) return null;
    if (!looksLikeAddress(text)) {
      const entry = this.ofName(text, hint);
      return { shop: entry?.host ?? text, url: null, entry };
    }
    const address = parseAddress(text);
    return address && this.#ofAddress(address);
  }

  #ofAddress({ host, url }: PublicAddress): ResolvedShop | null {
    const entry = this.ofHost(host);
    if (!entry && isPunycode(host)) return null;
    const shop = entry?.host ?? host;
    const page = url && productPage(url, shop);
    if (url && !page) return null;
    return { shop, url: page, entry };
  }
}

export async function loadShops(db: Db): Promise<ShopDirectory> {
  return new ShopDirectory(await db.selectFrom("shops").selectAll().orderBy("host").execute());
}

/** Two parts joined by a dot (UTS #46), or characters typical of addresses: "druni.es", "127.0.0.1:80", "0x7f000001", "a@b", "//x". */
const addressLike =
  /^(?:\S*[^.。．｡\s][.。．｡][^.。．｡\s]\S*|localhost|0x[\da-f]+)$|[@\\]|\/\/|:\d/iu;

export function looksLikeAddress(text: string): boolean {
  return scheme.test(text) || addressLike.test(text);
}

/** "m.druni.es" belongs to "druni.es", "druni.es.example.com" does not. */
export function isOfShop(host: string, shop: string): boolean {
  return host === shop || host.endsWith(`.${shop}`);
}
