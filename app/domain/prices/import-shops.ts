import { z } from "zod";
import type { Db } from "#db/database.ts";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import { loadShops } from "./shops.ts";
import { isSearchOf } from "./shop-searches.ts";
import type { Group } from "./summarize.ts";
import { refreshShop, refreshSummaries } from "./refresh-summaries.ts";
import { name } from "#app/domain/catalog/catalog-fields.ts";
import { country, currency } from "./price-fields.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { differs, importer } from "#app/domain/catalog/csv/import-csv.ts";

const host = z
  .string()
  .transform((text) => parseAddress(text)?.host ?? "")
  .refine((text) => text !== "", "is not the host of a shop");

/** https, with `{url}` after the host; "" becomes null */
const template = z
  .string()
  .trim()
  .refine(
    (text) => text === "" || (/^https:\/\/[^/{}]+\/.*\{url\}/u.test(text) && URL.canParse(text)),
    "is not an https address with {url} in it",
  )
  .transform((text) => text || null);

const shopRow = z
  .object({
    host,
    nombre: name,
    pais: country,
    moneda: currency,
    plantilla: template.optional(),
    busqueda: z.string().trim().optional(),
  })
  .refine(({ host, busqueda }) => !busqueda || isSearchOf(host, busqueda), {
    path: ["busqueda"],
    message: "is not an https address of the shop with {q} in it",
  });

/** Updates the columns in the file; a blocked shop stays blocked. */
export const importShops = importer(shopRow, {
  key: (row) => row.host,
  write,
  finish: (tx) => adoptSightings(tx, new Date()),
});

async function write(tx: Db, row: z.infer<typeof shopRow>) {
  const values = {
    name: row.nombre,
    country: row.pais,
    currency: row.moneda,
    ...(row.plantilla !== undefined && { affiliate_template: row.plantilla }),
    ...(row.busqueda !== undefined && { search_template: row.busqueda || null }),
  };
  const known = await tx
    .selectFrom("shops")
    .selectAll()
    .where("host", "=", row.host)
    .executeTakeFirst();
  if (!known) {
    await tx
      .insertInto("shops")
      .values({ host: row.host, affiliate_template: null, ...values })
      .execute();
    return "added";
  }
  if (!differs(known, values)) return "unchanged";
  await tx.updateTable("shops").set(values).where("host", "=", row.host).execute();
  return "changed";
}

type ShopOutcome = "changed" | "unchanged" | "no-shop";

/** Prices of blocked shops are neither accepted nor shown. Creates an entry for an unknown host. */
export async function setShopState(
  tx: Db,
  text: string,
  state: "known" | "blocked",
  now: Date,
): Promise<ShopOutcome> {
  const shop = parseAddress(text)?.host;
  if (shop === undefined) return "no-shop";
  const known = await tx
    .selectFrom("shops")
    .select("state")
    .where("host", "=", shop)
    .executeTakeFirst();
  if (known?.state === state) return "unchanged";
  await tx
    .insertInto("shops")
    .values({
      host: shop,
      name: shop,
      country: null,
      currency: null,
      affiliate_template: null,
      state,
    })
    .onConflict((same) => same.column("host").doUpdateSet({ state }))
    .execute();
  await refreshShop(tx, shop, now);
  await adoptSightings(tx, now);
  await catalogChanged(tx);
  return "changed";
}

/** Assigns earlier sightings under subdomains or names of shops to them (RULES.md 4.3). */
async function adoptSightings(tx: Db, now: Date): Promise<void> {
  const shops = await loadShops(tx);
  const named = await tx.selectFrom("prices").select(["shop", "currency"]).distinct().execute();
  const changed: Group[] = [];
  for (const { shop, currency } of named) {
    const host = shops.resolve(shop, { currency })?.entry?.host;
    if (host === undefined || host === shop) continue;
    const groups = await tx
      .updateTable("prices")
      .set({ shop: host })
      .where("shop", "=", shop)
      .where("currency", "=", currency)
      .returning(["perfume_id", "kind", "currency"])
      .execute();
    changed.push(...groups);
  }
  await refreshSummaries(tx, changed, now);
}
