import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import { csvCells } from "#app/domain/catalog/csv/export-csv.ts";
import type { Db } from "#db/database.ts";
import { columnsOf, type DataFile, rowsOf } from "./data-files.ts";
import { type DumpedFile, type Format, formats, nameOf } from "./dump-manifest.ts";
import { batchesOf } from "#db/chunks.ts";

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
    for await (const some of batchesOf(rowsOf(db, file))) {
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
