import {
  catalogExports,
  numbered,
  type NumberedExport,
  type NumberedRow,
} from "#app/domain/catalog/csv/export-csv.ts";
import { vouchedPrices } from "#app/domain/prices/export-prices.ts";
import type { Db } from "#db/database.ts";
import { blindExport, verdictExport } from "./people-rows.ts";

/** Addresses of photos and affiliates are not part of the open data (RULES.md 15.1). */
const kept = ({ columns, ...exported }: NumberedExport): NumberedExport => ({
  ...exported,
  columns: columns.filter((column) => column !== "foto" && column !== "enlace"),
});

const redirects = numbered(["old_id", "perfume_id"], (db, which) =>
  which(
    db.selectFrom("perfume_redirects").select(["old_id as id", "old_id", "perfume_id"]),
    "old_id",
  ).execute(),
);

const files = {
  perfumes: kept(catalogExports.perfumes),
  aliases: kept(catalogExports.aliases),
  dupes: kept(catalogExports.dupes),
  sources: kept(catalogExports.sources),
  prices: kept(vouchedPrices),
  verdicts: verdictExport,
  blind_tests: blindExport,
  redirects,
} satisfies Record<string, NumberedExport>;

export type DataFile = keyof typeof files;

/** A row of the JSONL file: `id`, and the columns of the CSV file. A redirect's id is the old bottle's, that of verdicts and blind tests their dupe's. */
export type DataRow = NumberedRow;

export const dataFiles = Object.keys(files) as DataFile[];

export const isDataFile = (text: string): text is DataFile => Object.hasOwn(files, text);

/** Those of `catalog -- export`, without `foto` and `enlace`. */
export const columnsOf = (file: DataFile): readonly string[] => files[file].columns;

/** All rows that are shown, in the order of ids; call it in `snapshotOf` for one consistent state. */
export async function* rowsOf(db: Db, file: DataFile): AsyncGenerator<DataRow> {
  for await (const row of files[file].rows(db)) yield dataRow(file, row);
}

/** @returns the first rows with a higher id, in the order of ids */
export async function rowsAfter(
  db: Db,
  file: DataFile,
  after: number,
  limit: number,
): Promise<DataRow[]> {
  const rows = await files[file].some(db, { after, limit });
  return rows.map((row) => dataRow(file, row));
}

/** @returns those of the ids that are shown */
export async function rowById(
  db: Db,
  file: DataFile,
  ids: readonly number[],
): Promise<Map<number, DataRow>> {
  const rows = await files[file].some(db, { ids });
  return new Map(rows.map((row) => [row.id, dataRow(file, row)]));
}

function dataRow(file: DataFile, row: NumberedRow): DataRow {
  const cells = columnsOf(file).map((column) => [column, row[column] ?? null]);
  return { id: row.id, ...Object.fromEntries(cells) };
}
