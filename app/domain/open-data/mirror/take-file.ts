import { join } from "node:path";
import { z } from "zod";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { addRedirect } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { forgetPlans } from "#db/dialect.ts";
import type { DataFile } from "../data-files.ts";
import { type DumpedFile, type Manifest, nameOf } from "../dump-manifest.ts";
import { BadDump } from "./bad-dump.ts";
import { noteOrigins, ownIds } from "./mirrored-rows.ts";
import { createNamedBottles } from "./named-bottles.ts";
import { readRows, type TheirRow } from "./read-rows.ts";
import type { About, Outcome, Taken } from "./take-rows.ts";

const batch = 500;

interface Work {
  tx: Db;
  folder: string;
  manifest: Manifest;
  /** the site was empty: rows get the ids that they have there */
  keepsIds: boolean;
  now: Date;
}

interface Taker {
  /** where the rows are here */
  table: "perfumes" | "perfume_aliases" | "dupes" | "dupe_sources" | "prices";
  form: z.ZodObject;
  take(tx: Db, row: any, about: About<any>): Promise<Taken>;
  /** called after every batch */
  finish?(): Promise<void>;
}

const fileOf = ({ manifest }: Work, file: DataFile): DumpedFile =>
  manifest.files.find(({ name }) => name === nameOf(file, "jsonl"))!;

const noRows = (): Record<Outcome, number> => ({ added: 0, changed: 0, unchanged: 0, leftOut: 0 });

export async function takeFile(work: Work, file: DataFile, taker: Taker) {
  const { tx, manifest, keepsIds, now } = work;
  const counts = noRows();
  const origin = { site: manifest.site, file };
  const bottles = createNamedBottles(tx);
  let [done, doubled] = [0, batch];
  for await (const rows of batches(work, file)) {
    const values = rows.map((row) => parsed(row, taker.form, file));
    const theirs = rows.map(({ id }) => id);
    const owns = keepsIds ? new Map<number, number>() : await ownIds(tx, origin, theirs);
    const known = await rowsOf(tx, taker.table, [...owns.values()]);
    await bottles.load(values.flatMap(namesIn));
    const added: [number, number][] = [];
    for (const [at, row] of rows.entries()) {
      const own = owns.get(row.id);
      const id = keepsIds ? row.id : undefined;
      const about = { own, known: known.get(own), id, bottles, now };
      const taken = await taker.take(tx, values[at], about);
      counts[taken.outcome]++;
      if (taken.id !== undefined) added.push([row.id, taken.id]);
    }
    await taker.finish?.();
    await noteOrigins(tx, origin, added);
    done += rows.length;
    if (done < doubled) continue;
    await forgetPlans(tx);
    doubled = 2 * done;
  }
  return counts;
}

async function rowsOf(tx: Db, table: Taker["table"], ids: number[]) {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom(table as "perfumes")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  return new Map<number | undefined, unknown>(rows.map((row) => [row.id, row]));
}

/** All bottles that a row could mean. */
function namesIn(row: Record<string, unknown>): BottleName[] {
  const { marca, nombre, alias, perfume_marca, perfume_nombre } = row as Record<string, string>;
  return [
    { marca: marca!, nombre: nombre! },
    ...(alias === undefined ? [] : [{ marca: marca!, nombre: alias }]),
    ...(perfume_marca === undefined ? [] : [{ marca: perfume_marca, nombre: perfume_nombre! }]),
  ];
}

const redirectRow = z.object({
  perfume_id: z
    .string()
    .refine((text) => parseId(text) !== null, "is not an id")
    .transform(Number),
});

/** A bottle that somebody merged there is still one of its own here: merging is for operators. */
export async function takeRedirects(work: Work) {
  const { tx, manifest, keepsIds } = work;
  const counts = noRows();
  const origin = { site: manifest.site, file: "perfumes" as const };
  for await (const rows of batches(work, "redirects")) {
    const known = await ownIds(
      tx,
      origin,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const { id } = row;
      const { perfume_id: into } = parsed(row, redirectRow, "redirects");
      const isAdded = keepsIds && !known.has(id) && (await addRedirect(tx, id, into));
      counts[isAdded ? "added" : known.has(id) || keepsIds ? "leftOut" : "unchanged"]++;
    }
  }
  return counts;
}

async function* batches(work: Work, file: DataFile): AsyncGenerator<TheirRow[]> {
  const dumped = fileOf(work, file);
  let rows: TheirRow[] = [];
  for await (const row of readRows(join(work.folder, dumped.name), dumped)) {
    rows.push(row);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function parsed<Form extends z.ZodObject>(
  { line, cells }: TheirRow,
  form: Form,
  file: DataFile,
): z.output<Form> {
  const result = form.safeParse(cells);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new BadDump(`${nameOf(file, "jsonl")}, line ${line}: ${path.join(".")}: ${message}.`);
}
