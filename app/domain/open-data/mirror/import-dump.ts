import { join } from "node:path";
import { z } from "zod";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { addRedirect } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { continueIds } from "#db/dialect.ts";
import type { DataFile } from "../data-files.ts";
import { type DumpedFile, type Manifest, nameOf } from "../dump-manifest.ts";
import { BadDump } from "./bad-dump.ts";
import { noteOrigin, ownIds } from "./mirrored-rows.ts";
import { readRows, type TheirRow } from "./read-rows.ts";
import { createPriceTaker } from "./take-prices.ts";
import { type About, type Outcome, type Taken, takers } from "./take-rows.ts";

const batch = 500;

/** How many rows of each file became what. Verdicts are people's own, of the site where they gave them. */
export type Imported = Record<Exclude<DataFile, "verdicts">, Record<Outcome, number>>;

interface Work {
  tx: Db;
  folder: string;
  manifest: Manifest;
  /** the site was empty: rows get the ids that they have there */
  keepsIds: boolean;
  now: Date;
}

interface Taker {
  form: z.ZodObject;
  take(tx: Db, row: any, about: About): Promise<Taken>;
  summarize?(): Promise<void>;
}

/**
 * Takes over a dump's rows (RULES.md 15.6), in the caller's transaction.
 * @param folder has the files as `fetchDump` left them
 * @throws BadDump
 */
export async function importDump(
  tx: Db,
  folder: string,
  manifest: Manifest,
  now: Date,
): Promise<Imported> {
  const work = { tx, folder, manifest, keepsIds: await isEmpty(tx), now };
  const imported = {
    perfumes: await takeFile(work, "perfumes", takers.perfumes),
    aliases: await takeFile(work, "aliases", takers.aliases),
    dupes: await takeFile(work, "dupes", takers.dupes),
    sources: await takeFile(work, "sources", takers.sources),
    prices: await takeFile(work, "prices", await createPriceTaker(tx, now)),
    redirects: await takeRedirects(work),
  };
  if (work.keepsIds)
    for (const table of ["perfumes", "perfume_aliases", "dupes", "dupe_sources", "prices"])
      await continueIds(tx, table);
  const counts = Object.values(imported);
  if (counts.some(({ added, changed }) => added + changed > 0)) await catalogChanged(tx);
  return imported;
}

/** Ids are never used again, so bottles that were removed count, too. */
async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ["perfumes", "removed_perfumes", "perfume_redirects"] as const) {
    if (await db.selectFrom(table).selectAll().limit(1).executeTakeFirst()) return false;
  }
  return true;
}

const fileOf = ({ manifest }: Work, file: DataFile): DumpedFile =>
  manifest.files.find(({ name }) => name === nameOf(file, "jsonl"))!;

const noRows = (): Record<Outcome, number> => ({ added: 0, changed: 0, unchanged: 0, leftOut: 0 });

async function takeFile(work: Work, file: DataFile, taker: Taker) {
  const { tx, manifest, keepsIds, now } = work;
  const counts = noRows();
  const origin = { site: manifest.site, file };
  // A sighting never changes.
  const hasOrigin = file !== "prices";
  for await (const rows of batches(work, file)) {
    const theirs = rows.map(({ id }) => id);
    const known = hasOrigin && !keepsIds ? await ownIds(tx, origin, theirs) : new Map();
    for (const row of rows) {
      const about = { own: known.get(row.id), id: keepsIds ? row.id : undefined, now };
      const { outcome, id } = await taker.take(tx, parsed(row, taker.form, file), about);
      counts[outcome]++;
      if (hasOrigin && id !== undefined) await noteOrigin(tx, origin, row.id, id);
    }
    await taker.summarize?.();
  }
  return counts;
}

const redirectRow = z.object({
  perfume_id: z
    .string()
    .refine((text) => parseId(text) !== null, "is not an id")
    .transform(Number),
});

/** A bottle that somebody merged there is still one of its own here: merging is for operators. */
async function takeRedirects(work: Work) {
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
