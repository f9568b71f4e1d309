import Database from "better-sqlite3";
import { sql } from "kysely";
import { makeSchema } from "../migrate.ts";
import { connect } from "../open/open.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { failure, type Manifest } from "./manifest.ts";
import {
  postgresLines,
  schemaLines,
  type SchemaRow,
  sqliteLines,
  sqliteSchema,
} from "./schema-lines.ts";

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
    return await schemaLines(db);
  } finally {
    await db.destroy();
  }
}

function readLines(path: string): string[] {
  const sqlite = new Database(path, { fileMustExist: true, readonly: true });
  try {
    return sqliteLines(sqlite.prepare(sqliteSchema).all() as SchemaRow[]);
  } finally {
    sqlite.close();
  }
}

const scratch = "sosia_expected";

/** Makes the schema beside the data and takes it back. */
export async function expectedOnPostgres(url: string, migrations: string[]): Promise<string[]> {
  const { db, close } = openPostgres(url, { connections: 1 });
  const lines: string[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      await sql.raw(`create schema ${scratch}`).execute(tx);
      await sql.raw(`set local search_path = ${scratch}`).execute(tx);
      await makeSchema(tx, migrations, { migrationTableSchema: scratch });
      const { rows } = await sql.raw<{ line: string }>(unqualified).execute(tx);
      lines.push(...rows.map(({ line }) => line));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  } finally {
    await close();
  }
  return lines;
}

class TakenBack extends Error {}

/** A restored schema has other parentheses, and names in it may begin with that of the schema. */
export const unqualified = `select regexp_replace(replace(line, current_schema() || '.', ''), 'ROW|[()]', '', 'g') as line
  from (${postgresLines}) as lines`;

/** @returns kind and name of an object that only one of them has; null if they are equal */
export function difference(found: string[], expected: string[]): string | null {
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
