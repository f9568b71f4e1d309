import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { type DumpedFile, type Manifest, nameOf } from "../dump-manifest.ts";
import { join } from "node:path";
import { batchesOf } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import type { DataFile } from "../data-files.ts";

/** A dump that cannot be trusted; the message is one line. */
export class BadDump extends Error {}

/** Data of this kind is packed 10 to 40 times; a gzip bomb a thousand times. */
const mostPacked = 200;
const maxLine = 64 * 1024;
/** The site goes on counting from there, and its addresses have at most 15 digits. */
export const maxId = 1e12;

const cell = z.union([z.string(), z.number(), z.null()]);
const rowForm = z.looseObject({ id: z.int().min(1).max(maxId) }).catchall(cell);

type TheirRow = { id: number; line: number; cells: Record<string, string> };

/** @returns the rows of a JSONL file, in memory that depends neither on its size nor on what it unpacks to @throws BadDump */
async function* readRows(
  path: string,
  { name, rows, bytes }: DumpedFile,
): AsyncGenerator<TheirRow> {
  let line = 0;
  let last = 0;
  for await (const text of linesOf(path, name, bytes * mostPacked + maxLine)) {
    line++;
    if (line > rows) break;
    const row = rowOf(text);
    if (!row || row.id <= last) throw new BadDump(`${name}, line ${line}: is not a row of a dump.`);
    last = row.id;
    const { id, ...cells } = row;
    const texts = Object.entries(cells).map(([column, value]) => [column, String(value ?? "")]);
    yield { id, line, cells: Object.fromEntries(texts) };
  }
  if (line !== rows) throw new BadDump(`${name} has other than the ${rows} rows of the manifest.`);
}

function rowOf(text: string) {
  try {
    return rowForm.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function* linesOf(path: string, name: string, most: number): AsyncGenerator<string> {
  const content = createReadStream(path).pipe(createGunzip());
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let length = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) throw new BadDump(`${name} unpacks to far more than its size.`);
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop()!;
      if (rest.length > maxLine) throw new BadDump(`${name} has a line that is too long.`);
      yield* lines;
    }
  } catch (error) {
    throw error instanceof BadDump ? error : new BadDump(`${name} is not gzip in UTF-8.`);
  } finally {
    content.destroy();
  }
  if (rest !== "") throw new BadDump(`${name} ends in the middle of a line.`);
}

export interface Work {
  tx: Db;
  folder: string;
  manifest: Manifest;
  /** the site was empty: rows get the ids that they have there */
  keepsIds: boolean;
  now: Date;
}

export function batches(work: Work, file: DataFile): AsyncGenerator<TheirRow[]> {
  const dumped = work.manifest.files.find(({ name }) => name === nameOf(file, "jsonl"))!;
  return batchesOf(readRows(join(work.folder, dumped.name), dumped));
}

export function parsed<Form extends z.ZodObject>(
  { line, cells }: TheirRow,
  form: Form,
  file: DataFile,
): z.output<Form> {
  const result = form.safeParse(cells);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new BadDump(`${nameOf(file, "jsonl")}, line ${line}: ${path.join(".")}: ${message}.`);
}
