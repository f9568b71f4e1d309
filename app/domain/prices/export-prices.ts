import { type Export, streamed } from "#app/domain/catalog/csv/export-csv.ts";
import type { Db } from "#db/database.ts";
import { decimalAmount } from "./amounts.ts";

export const priceExports = {
  shops: {
    columns: ["host", "nombre", "pais", "moneda", "plantilla"],
    rows: (db) =>
      db
        .selectFrom("shops")
        .select(["host", "name as nombre", "country as pais", "currency as moneda"])
        .select("affiliate_template as plantilla")
        .where("state", "=", "known")
        .orderBy("host")
        .stream(streamed),
  },
  prices: {
    columns: [
      "marca",
      "nombre",
      "importe",
      "moneda",
      "ml",
      "tienda",
      "url",
      "pais",
      "tipo",
      "fecha",
    ],
    rows: shownPrices,
  },
} satisfies Record<string, Export>;

/** Includes outdated sightings, but neither authors nor blocked shops. */
async function* shownPrices(db: Db) {
  const rows = db
    .selectFrom("prices")
    .innerJoin("perfumes", "perfumes.id", "perfume_id")
    .select(["marca", "nombre", "amount_cents", "currency as moneda", "size_ml as ml"])
    .select(["shop as tienda", "url", "country as pais", "kind as tipo", "seen_on as fecha"])
    .where("state", "=", "shown")
    .where("shop", "not in", (of) =>
      of.selectFrom("shops").select("host").where("state", "=", "blocked"),
    )
    .orderBy("prices.id");
  for await (const { amount_cents, ...row } of rows.stream(streamed))
    yield { ...row, importe: decimalAmount(amount_cents, row.moneda) };
}
