import { sql } from "kysely";
import type { Db } from "./database.ts";
import { DatabaseError } from "./database-error.ts";
import { isPostgres } from "./dialect.ts";

/**
 * Everything that `work` reads is one state of the database; other processes go on writing.
 * @param lock on PostgreSQL only one process at a time has a snapshot of this name; another one throws DatabaseError "BUSY"
 */
export async function snapshotOf<T>(
  db: Db,
  lock: string,
  work: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (!isPostgres(db)) return db.connection().execute((own) => onSqlite(own, work));
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      const { rows } = await sql<{
        taken: boolean;
      }>`select pg_try_advisory_xact_lock(hashtextextended(${`sosia ${lock}`}, 0)) as taken`.execute(
        tx,
      );
      if (!rows[0]!.taken) throw new DatabaseError("Another process does this already.", "BUSY");
      return work(tx);
    });
}

/** Kysely's own transactions would keep writers out. */
async function onSqlite<T>(own: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  await sql`begin`.execute(own);
  try {
    await sql`select 1 from sqlite_schema limit 1`.execute(own);
    return await work(own);
  } finally {
    await sql`commit`.execute(own);
  }
}
