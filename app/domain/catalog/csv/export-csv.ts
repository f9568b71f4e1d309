import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Db } from "#db/database.ts";
import { factColumns } from "../facts.ts";
import { quote } from "./formula-cells.ts";
import { kindWords, stanceWords } from "./import-sources.ts";

type Row = Record<string, string | number | null>;

export interface Export {
  /** the columns of the corresponding import */
  columns: readonly string[];
  rows(db: Db): AsyncIterable<Row>;
}

export const streamed = 1000;

const pair = ["perfume_marca", "perfume_nombre", "marca", "nombre"];

export const catalogExports = {
  perfumes: {
    columns: ["marca", "nombre", "foto", "popularidad", ...factColumns],
    rows: (db) =>
      db
        .selectFrom("perfumes")
        .select(["marca", "nombre", "foto", "popularidad", ...factColumns])
        .orderBy("id")
        .stream(streamed),
  },
  dupes: {
    columns: [...pair, "foto", "enlace", "porcentaje", "estimacion_url"],
    rows: (db) =>
      db
        .selectFrom("dupes")
        .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
        .select(["perfumes.marca as perfume_marca", "perfumes.nombre as perfume_nombre"])
        .select(["dupes.marca", "dupes.nombre", "dupes.foto", "enlace", "estimacion as porcentaje"])
        .select("estimacion_url")
        .orderBy("dupes.id")
        .stream(streamed),
  },
  aliases: {
    columns: ["marca", "nombre", "alias", "tipo"],
    rows: (db) =>
      db
        .selectFrom("perfume_aliases")
        .innerJoin("perfumes", "perfumes.id", "perfume_id")
        .select(["marca", "nombre", "alias", "kind as tipo"])
        .orderBy("perfumes.id")
        .orderBy("alias_clave")
        .stream(streamed),
  },
  sources: {
    columns: [...pair, "url", "titulo", "postura", "tipo", "fecha"],
    async *rows(db) {
      const sources = db
        .selectFrom("dupe_sources")
        .innerJoin("dupes", "dupes.id", "dupe_id")
        .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
        .select(["perfumes.marca as perfume_marca", "perfumes.nombre as perfume_nombre"])
        .select(["dupes.marca", "dupes.nombre", "url", "title as titulo", "said_on as fecha"])
        .select(["stance", "kind"])
        .orderBy("dupes.id")
        .orderBy("dupe_sources.id")
        .stream(streamed);
      for await (const { stance, kind, ...row } of sources)
        yield { ...row, postura: stanceWords[stance], tipo: kindWords[kind] };
    },
  },
} satisfies Record<string, Export>;

/** Writes CSV (RFC 4180, UTF-8) that can be reimported (RULES.md 1.11), and ends `out`. @returns how many rows */
export async function exportCsv(db: Db, what: Export, out: Writable): Promise<number> {
  let count = 0;
  async function* cells() {
    for await (const row of what.rows(db)) {
      count++;
      yield what.columns.map((column) => quote(String(row[column] ?? "")));
    }
  }
  await pipeline(cells, stringify({ header: true, columns: [...what.columns] }), out);
  return count;
}

/** Like `exportCsv`, but writes the file atomically. */
export async function exportToFile(db: Db, what: Export, path: string): Promise<number> {
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
