// What differs between SQLite and PostgreSQL in queries.
import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from "kysely";

/** Whether a connection, or a transaction on it, is to PostgreSQL; else it is to SQLite. */
export const isPostgres = (db: Kysely<any>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** @param name of a table of the site */
export async function hasTable(db: Kysely<any>, name: string): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
    : await sql`select 1 from sqlite_schema where name = ${name}`.execute(db);
  return rows.length > 0;
}

/**
 * Rows that a job takes: on PostgreSQL locked, and without those that another process is taking just now, which would be
 * taken twice or waited for. SQLite has one writer at a time.
 * @param query the rows, in the order in which they are to be taken, with its limit
 */
export function claimed<Query extends SelectQueryBuilder<any, any, any>>(
  db: Kysely<any>,
  query: Query,
): Query {
  return isPostgres(db) ? (query.forUpdate().skipLocked() as Query) : query;
}
