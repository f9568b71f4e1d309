import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { commandTransaction, type Db } from "./connect.ts";

const provider: MigrationProvider = {
  async getMigrations() {
    const folder = join(process.cwd(), "migrations");
    const files = (await readdir(folder)).filter((file) => file.endsWith(".ts")).toSorted();
    const loaded = files.map(async (file): Promise<[string, Migration]> => {
      const module: Migration = await import(
        /* @vite-ignore */ pathToFileURL(join(folder, file)).href
      );
      return [basename(file, ".ts"), module];
    });
    return Object.fromEntries(await Promise.all(loaded));
  },
};

/**
 * Brings the schema up to date, all pending migrations in one transaction: a process that is killed or fails leaves the
 * database as it was, and a second process waits for its turn.
 * @returns the names of the migrations that were applied now, in order
 * @throws the first error of a migration; nothing is changed then
 */
export async function migrate(db: Db): Promise<string[]> {
  return commandTransaction(db, async (tx) => {
    const { error, results = [] } = await new Migrator({ db: tx, provider }).migrateToLatest();
    if (error) throw error;
    return results.map((result) => result.migrationName);
  });
}

/** @returns true when no migration is missing */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrations = await new Migrator({ db, provider }).getMigrations();
  return migrations.every((migration) => migration.executedAt);
}
