import { z } from "zod";
import type { Db } from "#db/database.ts";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import { otherCurrencyIn, parseAmount } from "./amounts.ts";
import { isKind, type Kind } from "./bounds.ts";
import { dayOf, isPastDay } from "#app/domain/catalog/days.ts";
import { loadShops, type ShopDirectory } from "./shops.ts";
import { parseSize } from "./sizes.ts";
import { refusedByOperator, refusedImports } from "./refused-prices.ts";
import { refreshSummaries } from "./refresh-summaries.ts";
import { canonical } from "#app/i18n/text.ts";
import { nameKey } from "#app/domain/catalog/bottles.ts";
import { name } from "#app/domain/catalog/catalog-fields.ts";
import { country, currency } from "./price-fields.ts";
import {
  importCsv,
  type ImportOutcome,
  type Progress,
} from "#app/domain/catalog/csv/import-csv.ts";
import type { BadLine } from "#app/domain/catalog/csv/read-csv.ts";
import { type NewPrice, writeImported } from "./write-sighting.ts";

const size = z.string().transform((text, context) => {
  const ml = parseSize(text);
  if (ml !== null) return ml;
  context.addIssue("is not a size in ml, from 0.5 to 1000");
  return z.NEVER;
});

const page = z
  .string()
  .trim()
  .refine(
    (text) => text === "" || Boolean(parseAddress(text)?.url),
    "is not the https address of a page in a shop",
  )
  .transform((text) => text || null);

const kind = z
  .string()
  .transform((text) => text.trim() || "bottle")
  .refine((text) => isKind(text), "is neither bottle, tester nor decant")
  .transform((text) => text as Kind);

export const priceRow = z.object({
  marca: name,
  nombre: name,
  importe: z.string(),
  moneda: currency,
  ml: size,
  tienda: name,
  url: page.optional(),
  pais: country.optional(),
  tipo: kind.optional(),
  fecha: z.string().trim().optional(),
});

export type PriceRow = z.infer<typeof priceRow>;

/** Leaves existing sightings unchanged, and out what operators refused (RULES.md 4.4). */
export async function importPrices(
  db: Db,
  path: string,
  progress?: Progress,
): Promise<ImportOutcome> {
  const now = new Date();
  const prices = new Map<PriceRow, NewPrice>();
  const groups: NewPrice[] = [];
  let leftOut: BadLine[] = [];
  const outcome = await importCsv(
    db,
    path,
    priceRow,
    {
      key: (row) => rowKey(row, now),
      async check(tx, rows) {
        const bottles = await bottleIds(tx);
        const shops = await loadShops(tx);
        const isRefused = await refusedImports(tx, now);
        const bad: BadLine[] = [];
        leftOut = [];
        for (const { line, value } of rows) {
          const price = readPrice(value, bottles.get(nameKey(value)), shops, now);
          if (typeof price === "string") bad.push({ line, reason: price });
          else if (isRefused(price)) leftOut.push({ line, reason: refusedByOperator });
          else prices.set(value, price);
        }
        return bad;
      },
      async write(tx, row) {
        const price = prices.get(row);
        if (!price || (await writeImported(tx, price)) === "unchanged") return "unchanged";
        groups.push(price);
        return "added";
      },
      finish: (tx) => refreshSummaries(tx, groups, now),
    },
    progress,
  );
  return outcome.done && leftOut.length > 0 ? { ...outcome, leftOut } : outcome;
}

function rowKey(row: PriceRow, now: Date): string {
  const { importe, moneda, ml, tipo = "bottle", fecha } = row;
  const shop = canonical(row.tienda);
  return [nameKey(row), importe, moneda, ml, shop, tipo, fecha || dayOf(now)].join("\n");
}

async function bottleIds(db: Db): Promise<Map<string, number>> {
  const aliases = await db
    .selectFrom("perfume_aliases")
    .select(["marca_clave", "alias_clave", "perfume_id"])
    .execute();
  const bottles = await db
    .selectFrom("perfumes")
    .select(["id", "marca_clave", "nombre_clave"])
    .execute();
  return new Map([
    ...aliases.map((one) => [`${one.marca_clave}\n${one.alias_clave}`, one.perfume_id] as const),
    ...bottles.map((one) => [`${one.marca_clave}\n${one.nombre_clave}`, one.id] as const),
  ]);
}

export function readPrice(
  row: PriceRow,
  perfumeId: number | undefined,
  shops: ShopDirectory,
  now: Date,
): NewPrice | string {
  const { moneda, ml, url = null, pais = null, tipo = "bottle" } = row;
  if (perfumeId === undefined) return `the catalogue has no perfume ${row.nombre} of ${row.marca}`;
  const amount = parseAmount(row.importe, moneda);
  if (amount === null) {
    const other = otherCurrencyIn(row.importe, moneda);
    return other
      ? `importe: is in ${other}, not in ${moneda}`
      : `importe: is not an amount of ${moneda}`;
  }
  const shop = shops.resolve(row.tienda, { currency: moneda, country: pais });
  if (!shop) return "tienda: is neither the address nor the name of a shop";
  if (shop.entry?.state === "blocked") return `tienda: ${shop.shop} is blocked`;
  const seenOn = row.fecha || dayOf(now);
  if (!isPastDay(seenOn, now))
    return "fecha: is not a date from 2000-01-01 to today, as 2026-01-31";
  return {
    perfume_id: perfumeId,
    amount_cents: amount,
    currency: moneda,
    size_ml: ml,
    kind: tipo,
    shop: shop.shop,
    url: url ?? shop.url,
    country: pais ?? shop.entry?.country ?? null,
    seen_on: seenOn,
    user_id: null,
    state: "shown",
    vouched: 1,
    created_at: now.toISOString(),
  };
}
