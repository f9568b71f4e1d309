import { fileURLToPath } from "node:url";
import type { ImportOutcome } from "#app/domain/catalog/csv/import-csv.ts";
import { importAliases } from "#app/domain/catalog/csv/import-aliases.ts";
import { importDupes } from "#app/domain/catalog/csv/import-dupes.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { importSources } from "#app/domain/catalog/csv/import-sources.ts";
import { importShops } from "#app/domain/prices/import-shops.ts";
import type { Db } from "#db/database.ts";

const file = (name: string) =>
  fileURLToPath(new URL(`../domain/catalog/starter/${name}`, import.meta.url));

/** Loads real perfumes, dupes, other names, sources and shops, without votes or prices. @returns how many perfumes and dupes were added */
export async function seed(db: Db): Promise<{ perfumes: number; dupes: number }> {
  const perfumes = added(await importPerfumes(db, file("perfumes.csv")));
  const dupes = added(await importDupes(db, file("dupes.csv")));
  added(await importAliases(db, file("aliases.csv")));
  added(await importSources(db, file("sources.csv")));
  added(await importShops(db, file("shops.csv")));
  return { perfumes, dupes };
}

function added(outcome: ImportOutcome): number {
  if (outcome.done) return outcome.added;
  throw new Error(`The starter catalogue has bad lines: ${JSON.stringify(outcome.bad)}`);
}
