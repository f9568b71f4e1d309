import type { Db } from "#db/database.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { continueIds } from "#db/dialect.ts";
import type { DataFile } from "../data-files.ts";
import type { Manifest } from "../dump-manifest.ts";
import { BadDump } from "./bad-dump.ts";
import { sourceOf } from "./mirrored-rows.ts";
import { takeAliases } from "./take-aliases.ts";
import { takeDupes } from "./take-dupes.ts";
import { takeFile } from "./take-file.ts";
import { createBottleTaker } from "./take-new-bottles.ts";
import { takePerfumes } from "./take-perfumes.ts";
import { createPriceTaker } from "./take-prices.ts";
import { takeRedirects } from "./take-redirects.ts";
import { takeSources } from "./take-sources.ts";
import type { Outcome } from "./taker.ts";

/** How many rows of each file became what. Verdicts are people's own, of the site where they gave them. */
export type Imported = Record<Exclude<DataFile, "verdicts">, Record<Outcome, number>>;

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
