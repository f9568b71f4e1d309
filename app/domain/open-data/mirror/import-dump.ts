import type { Db } from "#db/database.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { continueIds } from "#db/dialect.ts";
import type { DataFile } from "../data-files.ts";
import type { Manifest } from "../dump-manifest.ts";
import { BadDump, batches, parsed, type Work } from "./read-rows.ts";
import { sourceOf } from "./mirrored-rows.ts";
import {
  type About,
  added,
  changedIf,
  leftOut,
  noRows,
  type Outcome,
  takeFile,
  type Taken,
  taker,
  unchanged,
  withId,
} from "./take-file.ts";
import { type PerfumeRow, takePerfumes } from "./take-perfumes.ts";
import { createPriceTaker } from "./take-prices.ts";
import { addBottles, type NewBottle } from "#app/domain/catalog/bottles.ts";
import { differs } from "#app/domain/catalog/csv/import-csv.ts";
import { dupeRow } from "#app/domain/catalog/csv/import-dupes.ts";
import { addDupe, findDupeBetween, findRelation, updateDupe } from "#app/domain/catalog/dupes.ts";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { addRedirect } from "#app/domain/catalog/redirects.ts";
import { changeAlias, findAlias, removeAliases, saveAlias } from "#app/domain/catalog/aliases.ts";
import { aliasRow } from "#app/domain/catalog/csv/import-aliases.ts";
import { sourceOf as readSource, sourceRow } from "#app/domain/catalog/csv/import-sources.ts";
import {
  addSource,
  findSource,
  isOfItsKind,
  removeSource,
  updateSource,
} from "#app/domain/catalog/sources.ts";

/** How many rows of each file became what. Verdicts and blind tests are people's own, of the site where they gave them. */
export type Imported = Record<
  Exclude<DataFile, "verdicts" | "blind_tests">,
  Record<Outcome, number>
>;

/**
 * Takes over a dump's rows (RULES.md 15.6), in the caller's transaction.
 * @param folder has the files as `fetchDump` left them
 * @throws BadDump also for a site that has content of its own, or that another site filled
 */
export async function importDump(
  tx: Db,
  folder: string,
  manifest: Manifest,
  now: Date,
): Promise<Imported> {
  const source = await sourceOf(tx);
  if (source !== undefined && source !== manifest.site)
    throw new BadDump(`This site follows ${source}, and not ${manifest.site}.`);
  const keepsIds = await isEmpty(tx);
  if (source === undefined && !keepsIds)
    throw new BadDump("This site has content of its own: only an empty one can become a mirror.");
  const work = { tx, folder, manifest, keepsIds, now };
  const perfumes = keepsIds ? createBottleTaker(tx, now) : takePerfumes;
  const imported = {
    perfumes: await takeFile(work, "perfumes", perfumes),
    aliases: await takeFile(work, "aliases", takeAliases),
    dupes: await takeFile(work, "dupes", takeDupes),
    sources: await takeFile(work, "sources", takeSources),
    prices: await takeFile(work, "prices", await createPriceTaker(tx, keepsIds, now)),
    redirects: await takeRedirects(work),
  };
  if (work.keepsIds)
    for (const table of ["perfumes", "perfume_aliases", "dupes", "dupe_sources", "prices"])
      await continueIds(tx, table);
  const counts = Object.values(imported);
  if (counts.some((one) => one.added + one.changed + one.withdrawn > 0)) await catalogChanged(tx);
  return imported;
}

/** Ids are never used again, so bottles that were removed count, too. */
async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ["perfumes", "removed_perfumes", "perfume_redirects"] as const) {
    if (await db.selectFrom(table).selectAll().limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** Of an empty catalogue, whose bottles get the ids that they have in the dump. */
function createBottleTaker(tx: Db, now: Date) {
  let news: NewBottle[] = [];
  return {
    ...takePerfumes,
    async take(_tx: Db, row: PerfumeRow, { id, bottles }: About): Promise<Taken> {
      if (bottles.named(row)) return unchanged;
      bottles.renamed(null, { ...row, id: id! });
      news.push({ ...row, id: id!, popularidad: row.popularidad ?? 0 });
      return added(id!);
    },
    async finish(): Promise<void> {
      await addBottles(tx, news, now.toISOString());
      news = [];
    },
  };
}

const takeDupes = taker(
  "dupes",
  dupeRow.omit({ foto: true, enlace: true }),
  async (tx, row, { own, known, id, bottles, now }) => {
    const { porcentaje: estimacion = null, estimacion_url = null } = row;
    if (own === undefined) {
      const [original, bottle] = await bottles.pair(row);
      if (!original || !bottle || original === bottle) return leftOut;
      if (await findDupeBetween(tx, original, bottle)) return unchanged;
      const values = { ...withId(id), estimacion, estimacion_url };
      return added(await addDupe(tx, original, bottle, values, now.toISOString()));
    }
    if (!known) return leftOut;
    const isChanged = differs(known, { estimacion, estimacion_url });
    if (isChanged)
      await updateDupe(tx, own, { enlace: known.enlace, estimacion, estimacion_url }, now);
    return changedIf(isChanged);
  },
);

const redirectRow = z.object({
  perfume_id: z
    .string()
    .refine((text) => parseId(text) !== null, "is not an id")
    .transform(Number),
});

/** Only of an empty site: a bottle that somebody merged there later is still one of its own here, as merging is for operators. */
async function takeRedirects(work: Work) {
  const { tx, keepsIds } = work;
  const counts = noRows();
  for await (const rows of batches(work, "redirects"))
    for (const row of rows) {
      const { perfume_id: into } = parsed(row, redirectRow, "redirects");
      if (!keepsIds) counts.unchanged++;
      else counts[(await addRedirect(tx, row.id, into)) ? "added" : "leftOut"]++;
    }
  return counts;
}

const takeAliases = taker(
  "perfume_aliases",
  aliasRow,
  async (tx, { alias, tipo = "name", ...row }, { own, known, id, bottles }) => {
    const bottle = bottles.named(row);
    if (!bottle || bottles.named({ marca: row.marca, nombre: alias })) return leftOut;
    const values = { alias, kind: tipo };
    if (known && !differs(known, { ...values, perfume_id: bottle.id })) return unchanged;
    const other = await findAlias(tx, row.marca, alias);
    if (own === undefined) {
      if (other) return other.perfume_id === bottle.id ? unchanged : leftOut;
      return added(await saveAlias(tx, bottle, { ...values, ...withId(id) }));
    }
    if (!known || (other && other.id !== own)) return leftOut;
    await changeAlias(tx, own, bottle, values);
    return changedIf(true);
  },
  async (tx, ids) => {
    await removeAliases(tx, ids);
    return ids;
  },
);

const takeSources = taker(
  "dupe_sources",
  sourceRow,
  async (tx, row, { own, known, id, bottles, now }) => {
    const { url, ...said } = readSource(row);
    if (!isOfItsKind({ url, ...said })) return leftOut;
    const values = { ...said, said_on: row.fecha ?? null, author: row.autor ?? null };
    if (own === undefined) {
      const [original, bottle] = await bottles.pair(row);
      const dupe = original && bottle && (await findRelation(tx, original, bottle));
      if (!dupe) return leftOut;
      if (await findSource(tx, dupe.id, url)) return unchanged;
      const source = await addSource(tx, dupe.id, { ...withId(id), url, ...values }, now);
      return typeof source === "number" ? added(source) : leftOut;
    }
    if (!known || known.url !== url) return leftOut;
    const isChanged = differs(known, values);
    if (isChanged) await updateSource(tx, { id: own, dupeId: known.dupe_id }, values, now);
    return changedIf(isChanged);
  },
  async (tx, ids, now) => {
    for (const id of ids) await removeSource(tx, id, now);
    return ids;
  },
);
