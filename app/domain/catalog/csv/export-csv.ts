import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Db } from "#db/database.ts";
import { factColumns } from "../facts.ts";
import { quote } from "./formula-cells.ts";
import { kindWords, stanceWords } from "./import-sources.ts";
import type { SelectQueryBuilder } from "kysely";

type Cells = Record<string, string | number | null>;

export type NumberedRow = Cells & { id: number };

/** Rows after an id, at most so many, or those with the given ids. */
export type Which = { after: number; limit: number } | { ids: readonly number[] };

type Choose = <Query extends SelectQueryBuilder<any, any, any>>(
  query: Query,
  column: string,
) => Query;

export interface NumberedExport {
  columns: readonly string[];
  /** in the order of ids */
  some(db: Db, which: Which): Promise<NumberedRow[]>;
  rows(db: Db): AsyncIterable<NumberedRow>;
}

const batch = 1000;

/** A table whose rows have an id, read in batches, so that memory is bounded and other readers get their turn. */
export function numbered(
  columns: readonly string[],
  select: (db: Db, choose: Choose) => Promise<NumberedRow[]>,
): NumberedExport {
  const some = (db: Db, which: Which) =>
    "ids" in which && which.ids.length === 0
      ? Promise.resolve([])
      : select(db, (query, column) => chosen(query, column, which));
  return {
    columns,
    some,
    async *rows(db) {
      for (let after = 0; ;) {
        const rows = await some(db, { after, limit: batch });
        yield* rows;
        if (rows.length < batch) return;
        after = rows.at(-1)!.id;
      }
    },
  };
}

function chosen<Query extends SelectQueryBuilder<any, any, any>>(
  query: Query,
  column: string,
  which: Which,
): Query {
  const ordered = query.orderBy(column);
  return (
    "ids" in which
      ? ordered.where(column, "in", which.ids)
      : ordered.where(column, ">", which.after).limit(which.limit)
  ) as Query;
}

export interface Export {
  /** the columns of the corresponding import */
  columns: readonly string[];
  rows(db: Db): AsyncIterable<Cells>;
}

const pair = ["perfume_marca", "perfume_nombre", "marca", "nombre"];

export const catalogExports = {
  perfumes: numbered(["marca", "nombre", "foto", "popularidad", ...factColumns], (db, which) =>
    which(
      db
        .selectFrom("perfumes")
        .select(["id", "marca", "nombre", "foto", "popularidad", ...factColumns]),
      "id",
    ).execute(),
  ),
  dupes: numbered([...pair, "foto", "enlace", "porcentaje", "estimacion_url"], (db, which) =>
    which(
      db
        .selectFrom("dupes")
        .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
        .select(["perfumes.marca as perfume_marca", "perfumes.nombre as perfume_nombre"])
        .select(["dupes.id", "dupes.marca", "dupes.nombre", "dupes.foto", "enlace"])
        .select(["estimacion as porcentaje", "estimacion_url"]),
      "dupes.id",
    ).execute(),
  ),
  aliases: numbered(["marca", "nombre", "alias", "tipo"], (db, which) =>
    which(
      db
        .selectFrom("perfume_aliases")
        .innerJoin("perfumes", "perfumes.id", "perfume_id")
        .select(["perfume_aliases.id", "marca", "nombre", "alias", "kind as tipo"]),
      "perfume_aliases.id",
    ).execute(),
  ),
  sources: numbered(
    [...pair, "url", "titulo", "postura", "tipo", "fecha", "autor"],
    async (db, which) => {
      const sources = which(
        db
          .selectFrom("dupe_sources")
          .innerJoin("dupes", "dupes.id", "dupe_id")
          .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
          .select(["perfumes.marca as perfume_marca", "perfumes.nombre as perfume_nombre"])
          .select(["dupe_sources.id", "dupes.marca", "dupes.nombre", "url", "title as titulo"])
          .select(["said_on as fecha", "author as autor", "stance", "kind"]),
        "dupe_sources.id",
      );
      return (await sources.execute()).map(({ stance, kind, ...row }) => ({
        ...row,
        postura: stanceWords[stance],
        tipo: kindWords[kind],
      }));
    },
  ),
} satisfies Record<string, Export>;

export const csvCells = (columns: readonly string[], row: Cells): string[] =>
  columns.map((column) => quote(String(row[column] ?? "")));

/** Writes CSV (RFC 4180, UTF-8) that can be reimported (RULES.md 1.11), and ends `out`. @returns how many rows */
export async function exportCsv(db: Db, what: Export, out: Writable): Promise<number> {
  let count = 0;
  async function* cells() {
    for await (const row of what.rows(db)) {
      count++;
      yield csvCells(what.columns, row);
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
