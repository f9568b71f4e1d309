import type Database from "better-sqlite3";
import { batchesOf } from "../chunks.ts";
import { failure, type Table, tableOf, type Value } from "./copied-tables.ts";

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export function tablesOf(sqlite: Database.Database): Table[] {
  const names = sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
    )
    .pluck()
    .all() as string[];
  return names.map((name) => tableOf(name, columnsOf(sqlite, name)));
}

export const migrationsOf = (sqlite: Database.Database, tables: Table[]): string[] =>
  tables.some(({ name }) => name === "kysely_migration")
    ? (sqlite.prepare("select name from kysely_migration").pluck().all() as string[])
    : [];

const columnsOf = (sqlite: Database.Database, table: string) =>
  sqlite.pragma(`table_info(${quoted(table)})`) as { name: string; type: string; pk: number }[];

/** Reading is synchronous; consumers may wait between batches. */
export function rowsOf(sqlite: Database.Database, { name, columns }: Table, isOrdered: boolean) {
  const key = columnsOf(sqlite, name)
    .filter(({ pk }) => pk > 0)
    .toSorted((one, other) => one.pk - other.pk);
  const order = isOrdered ? ` order by ${key.map((column) => quoted(column.name)).join(", ")}` : "";
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const statement = sqlite.prepare(`select ${names} from ${quoted(name)}${order}`).raw();
  return batchesOf(statement.iterate() as Iterable<Value[]>);
}

export function put(sqlite: Database.Database, { name, columns }: Table, rows: Value[][]): void {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const signs = columns.map(() => "?").join(", ");
  const insert = sqlite.prepare(`insert into ${quoted(name)} (${names}) values (${signs})`);
  for (const row of rows) insert.run(row);
}

export const sequencesOf = (sqlite: Database.Database) =>
  sqlite.prepare("select name, seq from sqlite_sequence").raw().all() as [string, number][];

/** For autoincrement tables, whose ids are never reused; SQLite itself only records the highest copied one. */
export function goOnAfter(sqlite: Database.Database, last: Map<string, number>): void {
  const known = new Map(sequencesOf(sqlite));
  const counted = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'")
    .pluck()
    .all() as string[];
  for (const name of counted) {
    const highest = last.get(name) ?? 0;
    if (highest <= (known.get(name) ?? 0)) continue;
    const [change, values] = known.has(name)
      ? ["update sqlite_sequence set seq = ? where name = ?", [highest, name]]
      : ["insert into sqlite_sequence (seq, name) values (?, ?)", [highest, name]];
    sqlite.prepare(change).run(values);
  }
}

export function takeTriggers(sqlite: Database.Database): string[] {
  const triggers = sqlite
    .prepare("select name, sql from sqlite_schema where type = 'trigger' order by rowid")
    .all() as { name: string; sql: string }[];
  for (const { name } of triggers) sqlite.exec(`drop trigger ${quoted(name)}`);
  return triggers.map(({ sql }) => sql);
}

export function checkReferences(sqlite: Database.Database): void {
  const [broken] = sqlite.pragma("foreign_key_check") as { table: string; parent: string }[];
  if (broken)
    throw failure(
      `A row of ${broken.table} refers to a missing row of ${broken.parent}: fix it in FROM first.`,
    );
}
