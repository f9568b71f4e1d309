import { join } from "node:path";
import type { z } from "zod";
import type { Db } from "#db/database.ts";
import type { DataFile } from "../data-files.ts";
import { type DumpedFile, type Manifest, nameOf } from "../dump-manifest.ts";
import { BadDump } from "./bad-dump.ts";
import { readRows, type TheirRow } from "./read-rows.ts";

export const batchRows = 500;

export interface Work {
  tx: Db;
  folder: string;
  manifest: Manifest;
  /** the site was empty: rows get the ids that they have there */
  keepsIds: boolean;
  now: Date;
}

const fileOf = ({ manifest }: Work, file: DataFile): DumpedFile =>
  manifest.files.find(({ name }) => name === nameOf(file, "jsonl"))!;

export async function* batches(work: Work, file: DataFile): AsyncGenerator<TheirRow[]> {
  const dumped = fileOf(work, file);
  let rows: TheirRow[] = [];
  for await (const row of readRows(join(work.folder, dumped.name), dumped)) {
    rows.push(row);
    if (rows.length < batchRows) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
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
