import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from "kysely";

export const noticeChannel = "sosia";

/** Notifies every process of a topic when the transaction commits; on SQLite each process polls instead. */
export async function announce(tx: Kysely<any>, topic: string): Promise<void> {
  if (!isPostgres(tx)) return;
  const notice = JSON.stringify({ from: null, topic, text: "" });
  await sql`select pg_notify(${noticeChannel}, ${notice})`.execute(tx);
}

export const isPostgres = (db: Kysely<any>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

export async function hasTable(db: Kysely<any>, name: string): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
    : await sql`select 1 from sqlite_schema where name = ${name}`.execute(db);
  return rows.length > 0;
}

export async function presentTables(db: Kysely<any>): Promise<Set<string>> {
  const { rows } = isPostgres(db)
    ? await sql<{
        name: string;
      }>`select tablename as name from pg_tables where schemaname = any(current_schemas(false))`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Texts in six languages fit in no other encoding than UTF-8. */
export async function encodingProblem(db: Kysely<any>): Promise<string | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{
    encoding: string;
  }>`select current_setting('server_encoding') as encoding`.execute(db);
  const { encoding } = rows[0]!;
  if (encoding === "UTF8") return null;
  return `The PostgreSQL database has the encoding ${encoding}, and the site needs UTF8: create one with encoding 'UTF8' template template0.`;
}

/** What a column's time was some days earlier, in the form in which times are stored. */
export const daysBefore = (db: Kysely<any>, column: string, days: number) =>
  isPostgres(db)
    ? sql<string>`to_char((${sql.ref(column)}::timestamptz - make_interval(days => ${days}::int)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, ${`-${days} days`})`;

/** Call after rows were inserted with ids of their own. */
export async function continueIds(tx: Kysely<any>, table: string): Promise<void> {
  if (isPostgres(tx))
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), 1)) from ${sql.table(table)}`.execute(
      tx,
    );
}

/** Call it when tables have doubled in a transaction: PostgreSQL keeps plans that it made while they were small. */
export async function forgetPlans(tx: Kysely<any>): Promise<void> {
  if (isPostgres(tx)) await sql`discard plans`.execute(tx);
}

/** Until the transaction ends, PostgreSQL reads parts of a table from an index: without statistics it would sort the whole table for each. */
export async function inIndexOrder(tx: Kysely<any>): Promise<void> {
  if (isPostgres(tx)) await sql`set local enable_sort = off`.execute(tx);
}

/** Until the transaction ends, no other process is past this line with the same name; SQLite has only one writer anyway. */
export async function oneAtATime(tx: Kysely<any>, name: string): Promise<void> {
  if (isPostgres(tx))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sosia ${name}`}, 0))`.execute(tx);
}

/** On PostgreSQL locks the rows, skipping those locked by another process; SQLite has only one writer at a time. */
export function claimed<Query extends SelectQueryBuilder<any, any, any>>(
  db: Kysely<any>,
  query: Query,
): Query {
  return isPostgres(db) ? (query.forUpdate().skipLocked() as Query) : query;
}
