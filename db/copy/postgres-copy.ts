import { sql } from "kysely";
import type { Db } from "../database.ts";
import { migrate } from "../migrate.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { otherSessions } from "../postgres/session-names.ts";
import { commandTransaction } from "../transactions.ts";
import { checkSchema, failure, type Source, type Target } from "./copied-tables.ts";
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
        await checkSchema(tx);
        return work({
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

/** One transaction, so that a failed copy leaves nothing. */
export async function fillPostgres<T>(
  url: string,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { db, close } = openPostgres(url, { connections: 1 });
  try {
    return await commandTransaction(db, (tx) => fill(tx, work), "read committed");
  } finally {
    await close();
  }
}

async function fill<T>(tx: Db, work: (target: Target) => Promise<T>): Promise<T> {
  if ((await ownTables(tx)).length > 0)
    throw failure("TO has tables already: it must be a database without any.");
  await migrate(tx);
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
