import { globSync } from "node:fs";
import { basename } from "node:path";
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { connect } from "#db/open/open.ts";

/** @returns an empty database with the schema as it was before a migration, e.g. "2026-11-30-desk" */
export async function databaseBefore(migration: string): Promise<Kysely<any>> {
  const db = connect(":memory:");
  const names = globSync("migrations/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => basename(file, ".ts"))
    .filter((name) => name < migration);
  const load = async (name: string): Promise<[string, Migration]> => [
    name,
    await import(/* @vite-ignore */ `../../migrations/${name}.ts`),
  ];
  const provider = {
    getMigrations: async () => Object.fromEntries(await Promise.all(names.map(load))),
  };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return db;
}
