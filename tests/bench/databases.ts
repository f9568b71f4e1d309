import { existsSync } from "node:fs";
import { seed } from "#app/commands/load-starter.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { addSample } from "#app/domain/desk/sample/sample-community.ts";
import { canonical, slugify } from "#app/i18n/text.ts";
import type { Db } from "#db/database.ts";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";

/** Creates a database with the starter catalogue. */
export async function withStarter(url: string): Promise<Db> {
  const db = connect(url);
  await migrate(db);
  await seed(db);
  return db;
}

/** Creates a database with the starter catalogue and the invented community. */
export async function withSample(url: string): Promise<Db> {
  const db = await withStarter(url);
  await addSample(db);
  return db;
}

/** The same with the perfumes of `../shared/data`, where that is. */
export async function withAllPerfumes(url: string): Promise<Db> {
  const db = await withSample(url);
  const names = new URL("../../../shared/data/perfumes.csv", import.meta.url).pathname;
  if (existsSync(names)) await importPerfumes(db, names);
  else console.log("../shared/data is missing: only the starter catalogue is used.");
  return db;
}

/** A row of a new bottle. @param at when it was added */
export function newBottle(marca: string, nombre: string, at: string) {
  return {
    marca,
    nombre,
    marca_clave: canonical(marca),
    nombre_clave: canonical(nombre),
    marca_slug: slugify(marca),
    created_at: at,
    updated_at: at,
  };
}
