import { fileURLToPath } from "node:url";
import type { Db } from "#db/database.ts";
import { type Imported, imports } from "./catalog/import-file.ts";

/** Loads real perfumes, dupes, other names, sources and shops, without votes or prices. @returns how many perfumes and dupes were added */
export async function seed(db: Db): Promise<{ perfumes: number; dupes: number }> {
  const load = async (what: Imported): Promise<number> => {
    const file = new URL(`../domain/catalog/starter/${what}.csv`, import.meta.url);
    const outcome = await imports[what](db, fileURLToPath(file));
    if (outcome.done) return outcome.added;
    throw new Error(`The starter catalogue has bad lines: ${JSON.stringify(outcome.bad)}`);
  };
  const added = { perfumes: await load("perfumes"), dupes: await load("dupes") };
  for (const what of ["aliases", "sources", "shops"] as const) await load(what);
  return added;
}
