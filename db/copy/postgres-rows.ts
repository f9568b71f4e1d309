import { type Kysely, sql } from "kysely";
import type { Db } from "../database.ts";
import { translated } from "../postgres-errors.ts";
import { batchSize } from "../chunks.ts";
import { type Table, tableOf, type Value } from "./copied-tables.ts";

/** @returns the tables of the site's schema, without those of extensions and without partitions, which their table includes */
export async function ownTables(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

export async function tablesOf(db: Kysely<any>): Promise<Table[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select attrelid::regclass::text as "table", attname::text as name, format_type(atttypid, null) as type
    from pg_attribute
    where attrelid in (select (quote_ident(name))::regclass from unnest(${await ownTables(db)}::text[]) as name)
      and attnum > 0 and not attisdropped`.execute(db);
  const byTable = Object.groupBy(rows, ({ table }) => table);
  return Object.entries(byTable).map(([name, columns]) => tableOf(name, columns!));
}

export async function* rowsOf(db: Kysely<any>, table: Table, isOrdered: boolean) {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const order = isOrdered ? sql`order by ${sql.join(await keyOf(db, table))}` : sql``;
  const query = sql<
    Record<string, Value>
  >`select ${columns} from ${sql.table(table.name)} ${order}`;
  try {
    for await (const { rows } of db.getExecutor().stream(query.compile(db), batchSize))
      yield rows.map((row) => table.columns.map(({ name }) => row[name]!));
  } catch (error) {
    throw translated(error);
  }
}

/** @returns the columns of the primary key, with texts sorted by code points, as in SQLite */
async function keyOf(db: Kysely<any>, { name, columns }: Table) {
  const { rows } = await sql<{ column: string }>`
    select attname::text as "column" from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indrelid = ${name}::regclass and indisprimary
    order by array_position(indkey, attnum)`.execute(db);
  return rows.map(({ column }) =>
    columns.find((one) => one.name === column)?.kind === "text"
      ? sql`${sql.ref(column)} collate "C"`
      : sql`${sql.ref(column)}`,
  );
}

const types = { integer: "bigint[]", number: "double precision[]", text: "text[]" };

export async function put(tx: Db, { name, columns }: Table, rows: Value[][]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = sql.join(
    columns.map(({ kind }, at) => sql`${rows.map((row) => row[at])}::${sql.raw(types[kind])}`),
  );
  await sql`insert into ${sql.table(name)} (${names}) select * from unnest(${values})`.execute(tx);
}

interface CountedIds {
  table: string;
  column: string;
  sequence: string;
}

async function countedIds(db: Kysely<any>): Promise<CountedIds[]> {
  const { rows } = await sql<CountedIds>`
    select refobjid::regclass::text as "table", attname::text as "column", objid::regclass::text as sequence
    from pg_depend
      join pg_class on pg_class.oid = objid and relkind = 'S'
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
      and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}

export async function lastIds(db: Kysely<any>): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  for (const { table, sequence } of await countedIds(db)) {
    const { rows } = await sql<{ last: number }>`
      select case when is_called then last_value else last_value - 1 end as last from ${sql.raw(sequence)}`.execute(
      db,
    );
    last.set(table, rows[0]!.last);
  }
  return last;
}

export async function goOnAfter(tx: Db, last: Map<string, number>): Promise<void> {
  for (const { table, column, sequence } of await countedIds(tx))
    await sql`
      select setval(${sequence}, greatest(given, 0) + 1, false)
      from (select greatest(${last.get(table) ?? 0}::bigint, max(${sql.ref(column)})) as given from ${sql.table(table)}) as ids`.execute(
      tx,
    );
}

interface Reference {
  owner: string;
  name: string;
  definition: string;
}

/** Drops foreign keys, because rows are copied table by table and may refer to later ones. */
export async function takeReferences(tx: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as owner, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
    order by conrelid::regclass::text, conname`.execute(tx);
  for (const { owner, name } of rows)
    await sql`alter table ${sql.raw(owner)} drop constraint ${sql.id(name)}`.execute(tx);
  return rows;
}
