import Database from "better-sqlite3";
import {
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
  type SqliteDatabase,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  type SqliteStatement,
  sql,
} from "kysely";
import { LRUCache } from "lru-cache";
import { DatabaseError } from "./database-error.ts";
import { DatabaseFile, openSqlite, type OpenSqlite } from "./database-file.ts";
import type { Schema } from "./schema.ts";
import { WaitingDriver } from "./waiting-driver.ts";

/** A connection, or a transaction on it: the first parameter of every domain function. */
export type Db = Kysely<Schema>;

/** Is told of each statement: the ms that it took in SQLite, during which this process did nothing else. */
export type OnStatement = (kind: "read" | "write", time: number) => void;

export const defaultDatabaseUrl = "file:./data/perfumes.db";
/** of avatars and photos */
export const defaultUploadsFolder = "./data/uploads";

/** @param url `file:` and a path (created when missing), or `:memory:` @throws Error with one line for any other, or when it cannot be opened */
export function connect(url: string = process.env.DATABASE_URL || defaultDatabaseUrl): Db {
  return url === ":memory:" ? inMemory() : openDatabase(url).db;
}

function inMemory(): Db {
  const sqlite = new Database(":memory:");
  return overSqlite({ sqlite, close: () => void sqlite.close() });
}

/**
 * @param url `file:` and a path
 * @param options.create makes a missing file; else that is an error
 * @param options.onStatement without it nothing is measured
 * @returns the connection, and the file it writes to; once that is deleted, replaced or overwritten, every write throws
 * @throws DatabaseError when it cannot be opened
 */
export function openDatabase(
  url: string,
  { create = true, onStatement }: { create?: boolean; onStatement?: OnStatement | undefined } = {},
): { db: Db; file: DatabaseFile } {
  const path = databasePath(url);
  const opened = openSqlite(path, create);
  const file = new DatabaseFile(path);
  return { db: overSqlite(opened, file, onStatement), file };
}

/** @returns the path of a database's address @throws DatabaseError when that is not `file:` and a path */
export function databasePath(url: string): string {
  // SQLite opens a temporary database for an empty path.
  const path = url.startsWith("file:") && url.slice("file:".length);
  if (!path)
    throw new DatabaseError(
      "DATABASE_URL must be file: and a path, e.g. file:./data/perfumes.db",
      "DATABASE_URL",
    );
  return path;
}

/** ms that SQLite itself waits for another process's lock, which blocks this process; waiting-driver.ts waits without that */
const lockTimeout = 0;
/** ms that a command waits whose whole work is one transaction */
const commandLockTimeout = 60_000;

/** bytes that the write-ahead log keeps on the disk once its content is in the database */
const logSize = 4 * 1024 * 1024;

function overSqlite(
  { sqlite, close }: OpenSqlite,
  file?: DatabaseFile,
  onStatement?: OnStatement,
): Db {
  // better-sqlite3 opens WAL databases with NORMAL, which may lose the last writes on a power cut (RULES.md 18.8).
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // What is deleted is overwritten (RULES.md 9.5).
  sqlite.pragma("secure_delete = ON");
  sqlite.pragma(`journal_size_limit = ${logSize}`);
  sqlite.pragma(`busy_timeout = ${lockTimeout}`);
  return new Kysely<Schema>({
    dialect: new WaitingSqliteDialect({
      database: cacheStatements(sqlite, close, file, onStatement),
    }),
    // "in ()" is no standard SQL: other databases refuse it.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
}

/** Kysely prepares a statement for each query; the site repeats a few dozen. */
function cacheStatements(
  sqlite: Database.Database,
  close: () => void,
  file?: DatabaseFile,
  onStatement?: OnStatement,
): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: 200 });
  return {
    close,
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const prepared = sqlite.prepare(sql);
      const safe = file && !prepared.readonly ? onlyThere(prepared, file) : prepared;
      // What commits waits for the disk, though SQLite calls it read-only.
      const kind = prepared.readonly && prepared.reader ? "read" : "write";
      const statement = onStatement ? timed(safe, (time) => onStatement(kind, time)) : safe;
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** A statement that writes, but never into a file that is gone. */
function onlyThere(statement: SqliteStatement, file: DatabaseFile): SqliteStatement {
  const checked =
    <Result>(execute: (parameters: readonly unknown[]) => Result) =>
    (parameters: readonly unknown[]) => {
      file.assertThere();
      return execute(parameters);
    };
  return {
    reader: statement.reader,
    all: checked((parameters) => statement.all(parameters)),
    run: checked((parameters) => statement.run(parameters)),
    iterate: checked((parameters) => statement.iterate(parameters)),
  };
}

/** The same statement; how long it took is told, in ms, also when it failed. */
function timed(statement: SqliteStatement, onEnd: (time: number) => void): SqliteStatement {
  const measured =
    <Result>(execute: (parameters: readonly unknown[]) => Result) =>
    (parameters: readonly unknown[]) => {
      const began = performance.now();
      try {
        return execute(parameters);
      } finally {
        onEnd(performance.now() - began);
      }
    };
  return {
    reader: statement.reader,
    all: measured((parameters) => statement.all(parameters)),
    run: measured((parameters) => statement.run(parameters)),
    // Read row by row, while others work: nothing here does.
    iterate: (parameters) => statement.iterate(parameters),
  };
}

class WaitingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createAdapter() {
    return new WaitingSqliteAdapter();
  }
  override createDriver() {
    return new WaitingDriver(this.#config);
  }
}

class WaitingSqliteAdapter extends SqliteAdapter {
  /** All pending migrations are one transaction, which SQLite allows and Kysely's adapter denies. */
  override get supportsTransactionalDdl() {
    return true;
  }
  /** The driver gives each its turn; Kysely's own queue would make readers wait for a writer that waits for a lock. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/**
 * Brings what the write-ahead log has into the database and empties it, so that what was deleted stands in neither.
 * @throws Error while another process reads or writes
 */
export async function emptyLog(db: Db): Promise<void> {
  const { rows } = await sql<{ busy: 0 | 1 }>`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  if (rows[0]?.busy) throw new Error("The write-ahead log was not emptied: the database is busy.");
}

/** Empties the write-ahead log and closes the database; in a file with other content than it had, neither is touched (RULES.md 2.6). */
export async function closeDatabase(db: Db, file: DatabaseFile): Promise<void> {
  const release = file.holdLog();
  if (!release) await emptyLog(db).catch((error: Error) => console.error(error.message));
  await db.destroy();
  release?.();
}

/**
 * One transaction for a whole command, such as migrating: waits up to a minute for another process that is at work. It
 * blocks this process meanwhile, so a server never calls it.
 */
export async function commandTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  await sql.raw(`pragma busy_timeout = ${commandLockTimeout}`).execute(db);
  try {
    return await db.transaction().execute(work);
  } finally {
    await sql.raw(`pragma busy_timeout = ${lockTimeout}`).execute(db);
  }
}

/** Does the work in a transaction: the caller's where there is one already, else one of its own. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
