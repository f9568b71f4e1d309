import { isPostgresUrl } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { fillPostgres, readPostgres } from "./postgres-copy.ts";
import { fillSqlite, readSqlite } from "./sqlite-copy.ts";
import {
  type Column,
  failure,
  type Source,
  type Table,
  type Target,
  type Value,
} from "./copied-tables.ts";
import { hash } from "node:crypto";
import { resolve } from "node:path";
import { foreignSchema, knownMigrations, migrationProblem } from "../migrate.ts";
import { databasePath } from "../sqlite/sqlite-address.ts";

interface CopiedTable {
  name: string;
  rows: number;
  replaced: number;
}

export interface Copied {
  tables: CopiedTable[];
  inUse: boolean;
}

/**
 * Copies a snapshot of a whole database to one without tables, of the same kind or the other, and compares each
 * table with what was read (RULES.md 14.13). An interrupted copy leaves nothing that a site would start on.
 * @param from `file:` and a path, or `postgres://…`
 * @param evenOlder whether the copy may have the schema of fewer migrations
 * @throws DatabaseError with one line
 */
export async function copyDatabase(
  from: string,
  to: string,
  { evenOlder = false } = {},
): Promise<Copied> {
  const [read, fill] = [readerOf(from), fillerOf(to)];
  if (placeOf(from) === placeOf(to)) throw failure("FROM and TO are the same database.");
  return read(from, async (source) => {
    const problemOf = evenOlder ? foreignSchema : migrationProblem;
    const problem = problemOf(source.migrations, await knownMigrations());
    if (problem) throw failure(`FROM: ${problem}`);
    const tables = await fill(to, source.migrations, (target) => copyAll(source, target));
    return { tables, inUse: source.inUse };
  });
}

const readerOf = (url: string) => (checkAddress(url) === "postgres" ? readPostgres : readSqlite);
const fillerOf = (url: string) => (checkAddress(url) === "postgres" ? fillPostgres : fillSqlite);

const placeOf = (url: string) => (isPostgresUrl(url) ? url : resolve(databasePath(url)));

function checkAddress(url: string): "postgres" | "sqlite" {
  if (isPostgresUrl(url) && URL.canParse(url)) return "postgres";
  if (/^file:./u.test(url)) return "sqlite";
  // Never quoted, because it may hold a password.
  throw new DatabaseError(
    "FROM and TO must be file: and a path, e.g. file:./data/perfumes.db, or postgres://…",
    "DATABASE_URL",
  );
}

export async function copyAll(source: Source, target: Target): Promise<CopiedTable[]> {
  checkTables(source.tables, target.tables);
  const copied: CopiedTable[] = [];
  for (const table of source.tables) copied.push(await copyTable(source, target, table));
  await target.goOnAfter(await source.lastIds());
  return copied;
}

function checkTables(found: Table[], known: Table[]): void {
  const [here, there] = [found, known].map(
    (tables) => new Set(tables.flatMap(({ name, columns }) => columns.map(nameIn(name)))),
  ) as [Set<string>, Set<string>];
  const different = [...here, ...there].find((name) => !here.has(name) || !there.has(name));
  if (different === undefined) return;
  throw failure(
    here.has(different)
      ? `FROM has ${different}, which this version of the site does not know.`
      : `FROM has no ${different}, which this version of the site needs.`,
  );
}

const nameIn = (table: string) => (column: Column) => `${table}.${column.name} (${column.kind})`;

async function copyTable(source: Source, target: Target, table: Table): Promise<CopiedTable> {
  let replaced = 0;
  let sent = noRows;
  for await (const rows of source.rows(table)) {
    for (const row of rows) checkRow(table, row);
    if (!target.holdsNul) for (const row of rows) replaced += replaceNul(row);
    await target.put(table, rows);
    sent = withRows(sent, rows);
  }
  const found = await checksumOf(target, table);
  if (!isSame(sent, found))
    throw failure(
      `The copy of ${table.name} differs from what was read (${found.rows} rows, ${sent.rows} read); nothing was kept.`,
    );
  return { name: table.name, rows: sent.rows, replaced };
}

async function checksumOf(target: Target, table: Table): Promise<Checksum> {
  let found = noRows;
  for await (const rows of target.rows(table)) found = withRows(found, rows);
  return found;
}

/** SQLite accepts any type of value in any column. */
function checkRow({ name, columns }: Table, row: Value[]): void {
  for (const [at, value] of row.entries())
    if (value !== null && !holds[columns[at]!.kind](value))
      throw failure(
        `A row of ${name} has a value other than ${columns[at]!.kind} in ${columns[at]!.name}: fix it in FROM first.`,
      );
}

const holds: Record<Column["kind"], (value: Value) => boolean> = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  text: (value) => typeof value === "string",
};

function replaceNul(row: Value[]): number {
  let replaced = 0;
  for (const [at, value] of row.entries())
    if (typeof value === "string" && value.includes("\0")) {
      row[at] = value.replaceAll("\0", "\ufffd");
      replaced++;
    }
  return replaced;
}

interface Checksum {
  rows: number;
  sum: bigint;
}

const noRows: Checksum = { rows: 0, sum: 0n };
const modulus = 2n ** 256n;

/** The sum of the rows' hashes: independent of order, but sensitive to duplicates. */
function withRows({ rows, sum }: Checksum, more: Value[][]): Checksum {
  for (const row of more) sum += BigInt(`0x${hash("sha256", JSON.stringify(row))}`);
  return { rows: rows + more.length, sum: sum % modulus };
}

const isSame = (one: Checksum, other: Checksum) => one.rows === other.rows && one.sum === other.sum;
