import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { adoptBaseline, counted, hasFolded, isTooOld, upgradeCommit } from "./before-baseline.ts";
import type { Db } from "./database.ts";
import { DatabaseError } from "./database-error.ts";
import { encodingProblem, hasTable, isPostgres, presentTables } from "./dialect.ts";
import { tableNames } from "./table-names.ts";
import { commandTransaction } from "./transactions.ts";

const provider: MigrationProvider = {
  async getMigrations() {
    const loaded = (await knownMigrations()).map(async (name): Promise<[string, Migration]> => {
      const file = join(folder(), `${name}.ts`);
      const module: Migration = await import(/* @vite-ignore */ pathToFileURL(file).href);
      return [name, module];
    });
    return Object.fromEntries(await Promise.all(loaded));
  },
};

const folder = () => join(process.cwd(), "migrations");

export async function knownMigrations(): Promise<string[]> {
  const files = (await readdir(folder())).filter((file) => /^[^.]+\.ts$/u.test(file));
  return files.map((file) => basename(file, ".ts")).toSorted();
}

/** Runs all in one transaction. @returns the migrations applied now @throws DatabaseError if this version cannot migrate the schema */
export async function migrate(db: Db): Promise<string[]> {
  return withoutForeignKeys(db, () =>
    commandTransaction(
      db,
      async (tx) => {
        const before = await appliedMigrations(tx);
        const refusal =
          (await encodingProblem(tx)) ?? foreignSchema(before, await knownMigrations());
        if (refusal) throw new DatabaseError(refusal, "SCHEMA");
        if (hasFolded(before)) await adoptBaseline(tx);
        const { error, results = [] } = await new Migrator({ db: tx, provider }).migrateToLatest();
        if (error) throw error;
        if (results.length > 0) await checkForeignKeys(tx);
        return results.map((result) => result.migrationName);
      },
      "read committed",
    ),
  );
}

/** Makes the schema of some migrations in an empty database. */
export async function makeSchema(
  db: Db,
  names: string[],
  own: { migrationTableSchema?: string } = {},
): Promise<void> {
  const wanted = new Set(counted(names));
  const all = Object.entries(await provider.getMigrations());
  const some = Object.fromEntries(all.filter(([name]) => wanted.has(name)));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => some }, ...own });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** With foreign keys on, rebuilding a table (https://sqlite.org/lang_altertable.html#otheralter) would delete rows that refer to it. */
async function withoutForeignKeys<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (isPostgres(db)) return work();
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    return await work();
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

async function checkForeignKeys(tx: Db): Promise<void> {
  if (isPostgres(tx)) return;
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    tx,
  );
  if (rows.length > 0)
    throw new Error(`A migration left rows of ${rows[0]!.table} without their ${rows[0]!.parent}.`);
}

export async function schemaProblem(db: Db, known: string[]): Promise<string | null> {
  const applied = await appliedMigrations(db);
  const refusal = (await encodingProblem(db)) ?? migrationProblem(applied, known);
  if (refusal) return refusal;
  const present = await presentTables(db);
  const missing = tableNames.filter((name) => !present.has(name));
  if (missing.length === 0) return null;
  return `The database lacks tables that this version of the site needs: ${missing.join(", ")}.`;
}

export function migrationProblem(applied: string[], known: string[]): string | null {
  const older = "The database's schema is not up to date: run `npm run db:migrate` first.";
  return foreignSchema(applied, known) ?? (lacksSome(applied, known) ? older : null);
}

export function foreignSchema(applied: string[], known: string[]): string | null {
  if (isTooOld(applied))
    return `The database's schema is too old for this version of the site: run \`npm run db:migrate\` at commit ${upgradeCommit} first.`;
  const unknown = unknownMigration(applied, known);
  if (unknown !== undefined)
    return `The database's schema is newer than this version of the site, which does not know ${unknown}: run a newer version.`;
  return null;
}

export const unknownMigration = (applied: string[], known: string[]) =>
  counted(applied).find((name) => !known.includes(name));

export function lacksSome(applied: string[], known: string[]): boolean {
  const all = counted(applied);
  return known.some((name) => !all.includes(name));
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
