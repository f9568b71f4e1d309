import type { Db } from "#db/database.ts";
import { openDatabase } from "#db/open/open.ts";
import { DatabaseError } from "#db/database-error.ts";
import { describedAs } from "#db/errors.ts";
import { knownMigrations, migrate, schemaProblem } from "#db/migrate.ts";
import { dataOf } from "./data-locations.ts";

/** Creates a missing file and migrates the schema first. Reports database problems in one line, with exit code 1. */
export async function runMigrated(work: (db: Db, migrated: string[]) => Promise<void>) {
  await run(true, async (db) => work(db, await migrate(db)));
}

/** Requires an existing, up-to-date database: creates no file and runs no migration. */
export async function runOnExisting(work: (db: Db) => Promise<void>) {
  await run(false, async (db) => {
    const problem = await schemaProblem(db, await knownMigrations());
    if (problem) throw new DatabaseError(problem, "SCHEMA");
    await work(db);
  });
}

async function run(create: boolean, work: (db: Db) => Promise<void>): Promise<void> {
  const url = dataOf(process.env).databaseUrl;
  try {
    const { db } = openDatabase(url, { create });
    await work(db).finally(() => db.destroy());
  } catch (error) {
    const known = describedAs(error, url.slice("file:".length));
    if (!known) throw error;
    console.error(known.message);
    process.exitCode = 1;
  }
}
