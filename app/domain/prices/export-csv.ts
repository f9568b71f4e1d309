import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Db } from "#db/database.ts";
import { decimalAmount } from "./amounts.ts";
import { quote } from "#app/domain/catalog/csv/formula-cells.ts";

type Cell = string | number | null;

const queries = {
  perfumes: (db: Db) =>
    db.selectFrom("perfumes").select(["marca", "nombre", "foto", "popularidad"]).orderBy("id"),
  dupes: (db: Db) =>
    db
      .selectFrom("dupes")
      .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
      .select([
        "perfumes.marca as perfume_marca",
        "perfumes.nombre as perfume_nombre",
        "dupes.marca",
        "dupes.nombre",
        "dupes.foto",
        "enlace",
        "estimacion as porcentaje",
      ])
      .orderBy("dupes.id"),
  aliases: (db: Db) =>
    db
      .selectFrom("perfume_aliases")
      .innerJoin("perfumes", "perfumes.id", "perfume_id")
      .select(["marca", "nombre", "alias", "kind as tipo"])
      .orderBy("perfumes.id")
      .orderBy("alias_clave"),
  shops: (db: Db) =>
    db
      .selectFrom("shops")
      .select(["host", "name as nombre", "country as pais", "currency as moneda"])
      .select("affiliate_template as plantilla")
      .where("state", "=", "known")
      .orderBy("host"),
  // Those that are shown, also what is too old by now, without who said it; none of a blocked shop.
  prices: (db: Db) =>
    db
      .selectFrom("prices")
      .innerJoin("perfumes", "perfumes.id", "perfume_id")
      .select(["marca", "nombre", "amount_cents", "currency as moneda", "size_ml as ml"])
      .select(["shop as tienda", "url", "country as pais", "kind as tipo", "seen_on as fecha"])
      .where("state", "=", "shown")
      .where("shop", "not in", (of) =>
        of.selectFrom("shops").select("host").where("state", "=", "blocked"),
      )
      .orderBy("prices.id"),
};

type Exported = keyof typeof queries;

/** Those of the import of the same name. */
const columns: Record<Exported, string[]> = {
  perfumes: ["marca", "nombre", "foto", "popularidad"],
  dupes: ["perfume_marca", "perfume_nombre", "marca", "nombre", "foto", "enlace", "porcentaje"],
  aliases: ["marca", "nombre", "alias", "tipo"],
  shops: ["host", "nombre", "pais", "moneda", "plantilla"],
  prices: ["marca", "nombre", "importe", "moneda", "ml", "tienda", "url", "pais", "tipo", "fecha"],
};

/** @returns whether this is a part of the catalogue that can be exported */
export function isExported(text: string | undefined): text is Exported {
  return Object.hasOwn(columns, text ?? "");
}

/**
 * Writes a part of the catalogue as CSV (RFC 4180, UTF-8), of which the import makes the same one (RULES.md 16.2).
 * @param out is ended @returns how many rows were written
 */
export async function exportCsv(db: Db, what: Exported, out: Writable): Promise<number> {
  let rows = 0;
  async function* cells() {
    for await (const row of queries[what](db).stream(1000)) {
      rows++;
      const cells = withAmount(row);
      yield columns[what].map((column) => cellOf(cells[column]!));
    }
  }
  await pipeline(cells, stringify({ header: true, columns: columns[what] }), out);
  return rows;
}

/** As exportCsv, into a file, which is there whole or not at all. @throws the file system's error */
export async function exportToFile(db: Db, what: Exported, path: string): Promise<number> {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    const rows = await exportCsv(db, what, createWriteStream(unfinished, { flags: "wx" }));
    await rename(unfinished, path);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The amount of a price as a decimal, exactly. */
function withAmount(row: Record<string, Cell>): Record<string, Cell> {
  const { amount_cents: amount, moneda: currency } = row;
  if (typeof amount !== "number" || typeof currency !== "string") return row;
  return { ...row, importe: decimalAmount(amount, currency) };
}

const cellOf = (value: Cell) => (value === null ? "" : quote(String(value)));
