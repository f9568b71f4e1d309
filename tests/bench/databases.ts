import { existsSync } from "node:fs";
import { seed } from "#app/commands/load-starter.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { addSample } from "#app/domain/desk/sample/sample-community.ts";
import type { Db } from "#db/database.ts";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";

/** Creates a database with the starter catalogue, the invented community and, where they are, the perfumes of `../shared/data`. */
export async function withAllPerfumes(url: string): Promise<Db> {
  const db = connect(url);
  await migrate(db);
  await seed(db);
  await addSample(db);
  const names = new URL("../../../shared/data/perfumes.csv", import.meta.url).pathname;
  if (existsSync(names)) await importPerfumes(db, names);
  else console.log("../shared/data is missing: only the starter catalogue is used.");
  return db;
}
