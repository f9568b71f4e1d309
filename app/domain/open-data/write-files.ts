import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import { csvCells } from "#app/domain/catalog/csv/export-csv.ts";
import type { Db } from "#db/database.ts";
import { columnsOf, type DataFile, type DataRow, rowsOf } from "./data-files.ts";
import { type DumpedFile, type Format, formats, nameOf } from "./dump-manifest.ts";

const batch = 500;

/** Writes a file in both formats, in memory that does not grow with its rows. @param folder where they are created */
export async function writeDataFile(db: Db, file: DataFile, folder: string): Promise<DumpedFile[]> {
  const made: DumpedFile[] = [];
  for (const format of formats) made.push(await writeFormat(db, file, format, folder));
  return made;
}

async function writeFormat(
  db: Db,
  file: DataFile,
  format: Format,
  folder: string,
): Promise<DumpedFile> {
  const name = nameOf(file, format);
  const columns = columnsOf(file);
  const hash = createHash("sha256");
  let [rows, bytes] = [0, 0];

  async function* lines() {
    if (format === "csv") yield stringify([[...columns]]);
    for await (const some of inBatches(rowsOf(db, file))) {
      rows += some.length;
      yield format === "csv"
        ? stringify(some.map((row) => csvCells(columns, row)))
        : some.map((row) => `${JSON.stringify(row)}\n`).join("");
    }
  }

  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const out = createWriteStream(join(folder, name), { flags: "wx", flush: true });
  await pipeline(lines, createGzip(), counter, out);
  return { name, rows, bytes, sha256: hash.digest("hex") };
}

async function* inBatches(rows: AsyncIterable<DataRow>): AsyncGenerator<DataRow[]> {
  let some: DataRow[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
