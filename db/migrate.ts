import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { commandTransaction, type Db } from "./connect.ts";

const provider: MigrationProvider = {
  async getMigrations() {
    const folder = join(process.cwd(), "migrations");
    const files = (await readdir(folder)).filter((file) => /^[^.]+\.ts$/u.test(file)).toSorted();
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
  return withoutForeignKeys(db, () =>
    commandTransaction(db, async (tx) => {
      const { error, results = [] } = await new Migrator({ db: tx, provider }).migrateToLatest();
      if (error) throw error;
      if (results.length > 0) await checkForeignKeys(tx);
      return results.map((result) => result.migrationName);
    }),
  );
}

/** A migration may rebuild a table (https://sqlite.org/lang_altertable.html#otheralter): with foreign keys on, dropping the old one would delete what refers to it. */
async function withoutForeignKeys<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    return await work();
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

async function checkForeignKeys(tx: Db): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    tx,
  );
  if (rows.length > 0)
    throw new Error(`A migration left rows of ${rows[0]!.table} without their ${rows[0]!.parent}.`);
}

/** @returns true when no migration is missing */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrations = await new Migrator({ db, provider }).getMigrations();
  return migrations.every((migration) => migration.executedAt);
}
