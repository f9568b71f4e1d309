import type { Db } from "#db/database.ts";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import type { Language } from "#app/i18n/languages.ts";
import { isOfShop } from "./shops.ts";

const mostShops = 3;

const markets = { es: "ES", en: "GB", fr: "FR", de: "DE", it: "IT", pt: "PT" } as const;

/** https at the shop itself, with `{q}` after its host */
export const isSearchOf = (host: string, template: string) =>
  /^https:\/\/[^/{}]+\/[^{}]*\{q\}[^{}]*$/u.test(template) &&
  isOfShop(parseAddress(template.replace("{q}", "q"))?.host ?? "", host);

/** Where a bottle without a price can be looked for: known shops of the reader's market, before those of none. */
export async function searchesFor(
  db: Db,
  { marca, nombre }: { marca: string; nombre: string },
  language: Language,
) {
  const shops = await db
    .selectFrom("shops")
    .select(["name", "search_template", "affiliate_template"])
    .where("state", "=", "known")
    .where("search_template", "is not", null)
    .where((shop) =>
      shop.or([shop("country", "=", markets[language]), shop("country", "is", null)]),
    )
    .orderBy((shop) => shop.case().when("country", "is", null).then(1).else(0).end())
    .orderBy("host")
    .limit(mostShops)
    .execute();
  const wanted = encodeURIComponent(`${marca} ${nombre}`);
  return shops.map(({ name, search_template, affiliate_template }) => {
    const page = search_template!.replace("{q}", () => wanted);
    const link = affiliate_template?.replaceAll("{url}", () => encodeURIComponent(page)) ?? page;
    return { shop: name, link, ...(affiliate_template !== null && { affiliate: true as const }) };
  });
}
