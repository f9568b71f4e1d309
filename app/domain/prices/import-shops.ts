import { z } from "zod";
import type { Db } from "#db/database.ts";
import { parseAddress } from "./shop-addresses.ts";
import { adoptSightings } from "./adopt-sightings.ts";
import { refreshShop } from "./summaries.ts";
import { name } from "#app/domain/catalog/catalog-fields.ts";
import { country, currency } from "./price-fields.ts";
import { catalogueChanged } from "#app/domain/catalog/catalog-version.ts";
import {
  differs,
  importCsv,
  type ImportOutcome,
  type Progress,
} from "#app/domain/catalog/csv/import-csv.ts";

const host = z
  .string()
  .transform((text) => parseAddress(text)?.host ?? "")
  .refine((text) => text !== "", "is not the host of a shop");

/** An https address with `{url}` in it, not as its host, or "" for none, which becomes null. */
const template = z
  .string()
  .trim()
  .refine(
    (text) => text === "" || (/^https:\/\/[^/{}]+\/.*\{url\}/u.test(text) && URL.canParse(text)),
    "is not an https address with {url} in it",
  )
  .transform((text) => text || null);

const shopRow = z.object({
  host,
  nombre: name,
  pais: country,
  moneda: currency,
  plantilla: template.optional(),
});

/**
 * Imports shops from a CSV file with the columns `host,nombre,pais,moneda[,plantilla]`; `plantilla` is the affiliate template.
 * A known host is updated in the columns that the file has; a blocked one stays blocked. What was seen in a shop before is its.
 * @returns as importCsv
 */
export async function importShops(
  db: Db,
  path: string,
  progress?: Progress,
): Promise<ImportOutcome> {
  const finish = (tx: Db) => adoptSightings(tx, new Date());
  return importCsv(db, path, shopRow, { key: (row) => row.host, write, finish }, progress);
}

async function write(tx: Db, row: z.infer<typeof shopRow>) {
  const values = {
    name: row.nombre,
    country: row.pais,
    currency: row.moneda,
    ...(row.plantilla !== undefined && { affiliate_template: row.plantilla }),
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

export type ShopOutcome = "changed" | "unchanged" | "no-shop";

/**
 * Says that a shop is known or blocked: a blocked one's prices are neither taken nor shown. A host that nothing is known of
 * gets an entry with the host as its name.
 * @returns "no-shop" when the text is no host of a shop
 */
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
  await catalogueChanged(tx);
  return "changed";
}
