import { samplePeople } from "#app/domain/accounts/usernames.ts";
import { type Export, numbered } from "#app/domain/catalog/csv/export-csv.ts";
import type { Db } from "#db/database.ts";
import { decimalAmount } from "./amounts.ts";
import { blockedShops } from "./shops.ts";

const columns = [
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
];

const shops = (db: Db) =>
  db
    .selectFrom("shops")
    .select(["host", "name as nombre", "country as pais", "currency as moneda"])
    .select(["affiliate_template as plantilla", "search_template as busqueda"])
    .where("state", "=", "known")
    .orderBy("host");

/** Outdated ones, too, neither authors nor blocked shops nor invented ones: imported, each is an operator's word (RULES.md 4.10). */
export const vouchedPrices = numbered(columns, async (db, which) => {
  const shown = which(
    db
      .selectFrom("prices")
      .innerJoin("perfumes", "perfumes.id", "perfume_id")
      .select(["prices.id", "marca", "nombre", "amount_cents", "currency as moneda"])
      .select(["size_ml as ml", "shop as tienda", "url", "country as pais"])
      .select(["kind as tipo", "seen_on as fecha"])
      .where("state", "=", "shown")
      .where("vouched", "=", 1)
      .where("shop", "not in", blockedShops(db))
      .where((row) =>
        row.or([row("user_id", "is", null), row("user_id", "not in", samplePeople(db))]),
      ),
    "prices.id",
  );
  return (await shown.execute()).map(({ amount_cents, ...row }) => ({
    ...row,
    importe: decimalAmount(amount_cents, row.moneda),
  }));
});

async function* withoutRepeatedLines(db: Db) {
  const said = new Set<string>();
  for await (const row of vouchedPrices.rows(db)) {
    const { id: _id, url: _url, pais: _pais, ...offer } = row;
    const key = JSON.stringify(Object.values(offer));
    if (!said.has(key)) yield row;
    said.add(key);
  }
}

export const priceExports = {
  shops: {
    columns: ["host", "nombre", "pais", "moneda", "plantilla", "busqueda"],
    rows: (db) => shops(db).stream(),
  },
  prices: { columns, rows: withoutRepeatedLines },
} satisfies Record<string, Export>;
