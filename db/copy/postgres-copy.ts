import { sql } from "kysely";
import type { Db } from "../database.ts";
import { encodingProblem } from "../dialect.ts";
import { appliedMigrations, makeSchema } from "../migrate.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { otherSessions } from "../postgres/session-names.ts";
import { commandTransaction } from "../transactions.ts";
import { failure, type Source, type Target } from "./copied-tables.ts";
import {
  goOnAfter,
  lastIds,
  ownTables,
  put,
  rowsOf,
  tablesOf,
  takeReferences,
} from "./postgres-rows.ts";

export async function readPostgres<T>(
  url: string,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const { db, close } = openPostgres(url, { connections: 1 });
  try {
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (tx) => {
        return work({
          migrations: await appliedMigrations(tx),
          tables: await tablesOf(tx),
          inUse: (await otherSessions(tx)) > 0,
          rows: (table) => rowsOf(tx, table, true),
          lastIds: () => lastIds(tx),
        });
      });
  } finally {
    await close();
  }
}

/** One transaction, so that a failed copy leaves nothing. @param prepare empties the schema */
export async function fillPostgres<T>(
  url: string,
  migrations: string[],
  work: (target: Target) => Promise<T>,
  prepare = refuseFilled,
): Promise<T> {
  const { db, close } = openPostgres(url, { connections: 1 });
  const prepared = async (tx: Db) => {
    await prepare(tx);
    return fill(tx, migrations, work);
  };
  try {
    return await commandTransaction(db, prepared, "read committed");
  } finally {
    await close();
  }
}

async function refuseFilled(tx: Db): Promise<void> {
  if ((await ownTables(tx)).length > 0)
    throw failure("TO has tables already: it must be a database without any.");
}

async function fill<T>(
  tx: Db,
  migrations: string[],
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const refusal = await encodingProblem(tx);
  if (refusal) throw failure(refusal);
  // Else the migrator would take its tables in any schema for its own.
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(tx);
  await makeSchema(tx, migrations, { migrationTableSchema: rows[0]!.name });
  const tables = await tablesOf(tx);
  const references = await takeReferences(tx);
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    await sql`truncate ${sql.table(name)}`.execute(tx);
  }
  const result = await work({
    tables,
    holdsNul: false,
    put: (table, rows) => put(tx, table, rows),
    rows: (table) => rowsOf(tx, table, false),
    goOnAfter: (last) => goOnAfter(tx, last),
  });
  for (const { owner, name, definition } of references)
    await sql`alter table ${sql.raw(owner)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      tx,
    );
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
  // Otherwise the first pages would be planned as if every table were empty.
  await sql`analyze`.execute(tx);
  return result;
}
