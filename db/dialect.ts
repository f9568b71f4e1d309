// What differs between SQLite and PostgreSQL in SQL. Frozen migrations use some of it: what they say on SQLite never changes.
import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from "kysely";

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

const triggerParts =
  /^(?<name>\w+)\s+(?<event>(?:before|after)\s.+?\son\s\w+)\s+(?:when\s(?<condition>.+?)\s+)?begin\s(?<body>.+)\send$/su;

/**
 * Makes a trigger that runs for each row.
 * @param text as SQLite has it: `NAME after update of COLUMNS on TABLE when CONDITION begin STATEMENTS; end`, with `wordsOf` for
 * what PostgreSQL says otherwise
 */
export async function createTrigger(db: Kysely<any>, text: string): Promise<void> {
  if (!isPostgres(db)) {
    await sql.raw(`create trigger ${text}`).execute(db);
    return;
  }
  const { name, event, condition, body } = triggerParts.exec(text)!.groups!;
  // A trigger of PostgreSQL calls a function, which says what becomes of the row.
  const [when, what] = event!.split(/\s+/u);
  const row = when === "after" ? "null" : what === "delete" ? "old" : "new";
  await sql
    .raw(
      `create or replace function ${name}() returns trigger language plpgsql as $trigger$ begin ${body} return ${row}; end $trigger$`,
    )
    .execute(db);
  const only = condition === undefined ? "" : ` when (${condition})`;
  await sql
    .raw(`create trigger ${name} ${event} for each row${only} execute function ${name}()`)
    .execute(db);
}

export async function dropTrigger(db: Kysely<any>, name: string, table: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(db);
    await sql`drop function ${sql.id(name)}()`.execute(db);
  } else await sql`drop trigger ${sql.id(name)}`.execute(db);
}

/** Words that triggers need. @returns how the database of `db` says them */
export function wordsOf(db: Kysely<any>): typeof sqliteWords {
  return isPostgres(db) ? postgresWords : sqliteWords;
}

const sqliteWords = {
  /** now in UTC, as an ISO string with ms */
  now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  /** between two values that differ, where null is like null */
  isNot: "is not",
  choose: (condition: string, one: string, other: string) => `iif(${condition}, ${one}, ${other})`,
  /** a column of the row that is there already, in `on conflict do update` */
  own: (_table: string, column: string) => column,
  insertOrIgnore: (row: string) => `insert or ignore into ${row}`,
};

const postgresWords: typeof sqliteWords = {
  now: `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  isNot: "is distinct from",
  choose: (condition, one, other) => `case when ${condition} then ${one} else ${other} end`,
  own: (table, column) => `${table}.${column}`,
  insertOrIgnore: (row) => `insert into ${row} on conflict do nothing`,
};

/** A check that exactly one of the columns is not null. */
export function oneOf(db: Kysely<any>, columns: string[]): RawBuilder<boolean> {
  const one = (column: string) =>
    isPostgres(db) ? `(${column} is not null)::int` : `(${column} is not null)`;
  return sql.raw(`${columns.map(one).join(" + ")} = 1`);
}

/**
 * Makes a table anew that only so gets what it is to have: `${table}_new` is made and filled by `work`, and takes its place.
 * What refers to the table refers to the new one; its indexes and triggers go. For migrations: foreign keys are not checked
 * meanwhile.
 */
export async function rebuildTable(
  db: Kysely<any>,
  table: string,
  work: (next: string) => Promise<void>,
): Promise<void> {
  const next = `${table}_new`;
  const referring = isPostgres(db) ? await stepAside(db, table) : [];
  await work(next);
  await db.schema.dropTable(table).execute();
  await db.schema.alterTable(next).renameTo(table).execute();
  if (!isPostgres(db)) return;
  await goOnCounting(db, table);
  for (const { owner, name, definition } of referring)
    await sql`alter table ${sql.table(owner)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      db,
    );
}

/**
 * Has PostgreSQL keep a table's rows in a part for each month (UTC) of `created_at`, so that what is written and read is small
 * however many years there are, and what is old is taken out by the month. SQLite keeps one table.
 * @param now the months from this one on have parts; what belongs to none is in a part of its own
 */
export async function partitionByMonth(db: Kysely<any>, table: string, now: Date): Promise<void> {
  if (!isPostgres(db)) return;
  const old = `${table}_old`;
  await db.schema.alterTable(table).renameTo(old).execute();
  await sql`create table ${sql.table(table)} (like ${sql.table(old)} including defaults including constraints)
    partition by range (created_at)`.execute(db);
  await sql`create table ${sql.table(`${table}_other`)} partition of ${sql.table(table)} default`.execute(
    db,
  );
  // Asked for each month that is to have a part of its own.
  await sql`create index ${sql.id(`${table}_other_by_time`)} on ${sql.table(`${table}_other`)} (created_at)`.execute(
    db,
  );
  await moveKeys(db, table, old);
  await addMonths(db, table, now);
  await sql`insert into ${sql.table(table)} select * from ${sql.table(old)}`.execute(db);
  await db.schema.dropTable(old).execute();
  await goOnCounting(db, table);
}

/** Foreign keys, indexes and the sequence of ids, under the names that they have. An id is unique by its sequence: a key of parts has the month in it. */
async function moveKeys(db: Kysely<any>, table: string, old: string): Promise<void> {
  const { rows: keys } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${old}::regclass and contype = 'f'`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${old}::regclass and not indisprimary`.execute(db);
  for (const { name } of indexes) await db.schema.dropIndex(name).execute();
  await sql`alter table ${sql.table(old)} drop constraint ${sql.id(`${table}_pkey`)}`.execute(db);
  await sql`alter table ${sql.table(table)} add constraint ${sql.id(`${table}_pkey`)} primary key (id, created_at)`.execute(
    db,
  );
  for (const { name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      db,
    );
  for (const { definition } of indexes)
    await sql.raw(definition.replace(` ON public.${old} `, ` ON public.${table} `)).execute(db);
  const ids = `${table}_ids`;
  await sql`create sequence ${sql.table(ids)} owned by ${sql.table(table)}.id`.execute(db);
  await sql`alter table ${sql.table(table)} alter column id set default nextval(${sql.lit(ids)})`.execute(
    db,
  );
}

/** months of which there are parts before they begin */
const monthsAhead = 3;

/** Makes the parts of this month and the next ones that are not there. A month that began without one stays in the part of all others. */
export async function addMonths(db: Kysely<any>, table: string, now: Date): Promise<void> {
  if (!isPostgres(db)) return;
  for (let ahead = 0; ahead <= monthsAhead; ahead++) {
    const [month, next] = [ahead, ahead + 1].map((months) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
        .toISOString()
        .slice(0, 7),
    );
    const part = `${table}_${month!.replace("-", "_")}`;
    if (await hasTable(db, part)) continue;
    const { rows } = await sql`
      select 1 from ${sql.table(`${table}_other`)} where created_at >= ${month} and created_at < ${next} limit 1`.execute(
      db,
    );
    if (rows.length === 0)
      await sql`create table ${sql.table(part)} partition of ${sql.table(table)}
        for values from (${sql.lit(month)}) to (${sql.lit(next)})`.execute(db);
  }
}

/** Between processes on PostgreSQL (db/postgres/peers.ts). */
export const noticeChannel = "sosia";

/** Has every process told of a topic when the transaction is through; on SQLite each looks for itself. */
export async function announce(tx: Kysely<any>, topic: string): Promise<void> {
  if (!isPostgres(tx)) return;
  const notice = JSON.stringify({ from: null, topic, text: "" });
  await sql`select pg_notify(${noticeChannel}, ${notice})`.execute(tx);
}

interface ForeignKey {
  owner: string;
  name: string;
  definition: string;
}

/** PostgreSQL drops no table that others refer to, and has each name of a constraint and an index once. @returns what refers to the table */
async function stepAside(db: Kysely<any>, table: string): Promise<ForeignKey[]> {
  const { rows: referring } = await sql<ForeignKey>`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and confrelid = ${table}::regclass and conrelid <> confrelid
    order by conrelid::regclass::text, conname`.execute(db);
  for (const { owner, name } of referring)
    await sql`alter table ${sql.table(owner)} drop constraint ${sql.id(name)}`.execute(db);
  const { rows: constraints } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass`.execute(db);
  for (const { name } of constraints)
    await sql`alter table ${sql.table(table)} rename constraint ${sql.id(name)} to ${sql.id(`${name}_old`)}`.execute(
      db,
    );
  const { rows: indexes } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and relname not like '%\\_old'`.execute(db);
  for (const { name } of indexes) await db.schema.dropIndex(name).execute();
  return referring;
}

/** What gives a table its ids goes on after the highest that there is. */
export async function goOnCounting(db: Kysely<any>, table: string): Promise<void> {
  const { rows } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(${table}, 'id') as sequence`.execute(db);
  if (!rows[0]?.sequence) return;
  await sql`select setval(${rows[0].sequence}, coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
    db,
  );
}
