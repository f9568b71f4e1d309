import { scheme } from "#app/domain/catalog/public-addresses.ts";

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
