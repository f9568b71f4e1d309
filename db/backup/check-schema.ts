import Database from "better-sqlite3";
import { sql } from "kysely";
import type { Db } from "../database.ts";
import { makeSchema } from "../migrate.ts";
import { connect } from "../open/open.ts";
import { failure, type Manifest } from "./manifest.ts";

/** A trigger that no migration made could make its author an operator (RULES.md 14.11). @throws DatabaseError with one line */
export async function checkSchema(
  path: string,
  { migrations }: Pick<Manifest, "migrations">,
): Promise<void> {
  const expected = await expectedLines(migrations);
  const other = difference(readLines(path), expected);
  if (other !== null)
    throw failure(
      `The backup was changed: ${other} is not what this site's migrations make; nothing was restored.`,
    );
}

async function expectedLines(migrations: string[]): Promise<string[]> {
  const db = connect(":memory:");
  try {
    await makeSchema(db, migrations);
    return await linesOfSqlite(db);
  } finally {
    await db.destroy();
  }
}

function readLines(path: string): string[] {
  const sqlite = new Database(path, { fileMustExist: true, readonly: true });
  try {
    return sqliteLines(sqlite.prepare(schemaOf).all() as SchemaRow[]);
  } finally {
    sqlite.close();
  }
}

/** @returns kind and name of an object that only one of them has; null if they are equal */
function difference(found: string[], expected: string[]): string | null {
  const [one, other] = [new Set(found), new Set(expected)];
  const line = found.find((it) => !other.has(it)) ?? expected.find((it) => !one.has(it));
  if (line !== undefined) return nameIn(line);
  return found.length === expected.length ? null : "an object that is there twice";
}

/** Perhaps written by a stranger, so only words are repeated. */
const nameIn = (line: string) =>
  line
    .replace(/^create (unique )?/iu, "")
    .replaceAll(/\W+/gu, " ")
    .trim()
    .split(" ")
    .slice(0, 2)
    .join(" ")
    .slice(0, 80);

interface SchemaRow {
  type: string;
  name: string;
  sql: string | null;
}

const schemaOf = "select type, name, sql from sqlite_schema";

/** The schema of a database, sorted, with one line per object, ignoring whitespace and the quotation marks of names. */
export const linesOfSqlite = async (db: Db) =>
  sqliteLines((await sql.raw<SchemaRow>(schemaOf).execute(db)).rows);

/** Without SQLite's own tables, and the indexes that it makes for constraints. */
function sqliteLines(rows: SchemaRow[]): string[] {
  const isOwn = ({ type, name, sql }: SchemaRow) =>
    type === "index" ? sql === null : /^CREATE TABLE sqlite_(sequence|stat\d)\(/u.test(sql ?? name);
  const others = rows.filter((row) => !isOwn(row));
  return others.map((row) => unified(row.sql ?? row.name)).toSorted();
}

/** A string, a quoted name, or whitespace. */
const variable = /'(?:[^']|'')*'|"([a-z_]\w*)"|(,?)\s+/giu;

/** In quotation marks, the beginning of a constraint would be a part of the column's type. */
const beginsConstraint =
  /^(as|check|collate|constraint|default|foreign|generated|not|null|primary|references|unique)$/iu;

export const unified = (line: string) =>
  line.replaceAll(variable, (all: string, name?: string, comma?: string) => {
    if (name !== undefined) return beginsConstraint.test(name) ? all : name;
    return comma === undefined ? all : comma || " ";
  });

/** `integrity_check` would take 8 times as long and find nothing more that copying can break. @throws DatabaseError */
export function checkBackupFile(path: string): {
  migrations: string[];
  tables: Record<string, number>;
} {
  const sqlite = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    sqlite.pragma("journal_mode = DELETE");
    const found = sqlite.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw failure(`The copy of the database, ${path}, is damaged: ${found}.`);
    const tables = namesOf(sqlite, "select name from sqlite_schema where type = 'table'");
    if (!tables.includes("kysely_migration"))
      throw failure(
        `The copy of the database, ${path}, is not one of this site: it has no schema.`,
      );
    return {
      migrations: namesOf(sqlite, "select name from kysely_migration order by name"),
      tables: Object.fromEntries(tables.sort().map((table) => [table, countOf(sqlite, table)])),
    };
  } finally {
    sqlite.close();
  }
}

const namesOf = (sqlite: Database.Database, query: string) =>
  sqlite.prepare(query).pluck().all() as string[];

const countOf = (sqlite: Database.Database, table: string) =>
  sqlite
    .prepare(`select count(*) from "${table.replaceAll('"', '""')}"`)
    .pluck()
    .get() as number;
