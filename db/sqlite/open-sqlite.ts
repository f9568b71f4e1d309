import { statSync } from "node:fs";
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
import type { Database as OpenDatabase, Db, OnStatement, Peers } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import type { Schema } from "../schema.ts";
import { DatabaseFile, type OpenSqlite, openSqlite } from "./database-file.ts";
import { checkDatabase, createHealth } from "./sqlite-health.ts";
import { lockTimeout } from "../lock-timeout.ts";
import { WaitingDriver } from "./waiting-driver.ts";

/** @returns an empty database in memory */
export function inMemory(): Db {
  const sqlite = new Database(":memory:");
  return overSqlite({ sqlite, close: () => void sqlite.close() });
}

interface SqliteFile extends OpenDatabase {
  /** what it writes to */
  file: DatabaseFile;
}

/**
 * Opens the SQLite file of an address.
 * @param options.create makes a missing file; else that is an error
 * @returns the database; once its file is deleted, replaced or overwritten, every write throws
 * @throws DatabaseError when it cannot be opened
 */
export function openFile(
  url: string,
  { create, onStatement }: { create: boolean; onStatement?: OnStatement | undefined },
): SqliteFile {
  const path = databasePath(url);
  const opened = openSqlite(path, create);
  const file = new DatabaseFile(path);
  const db = overSqlite(opened, file, onStatement);
  return {
    db,
    file,
    health: createHealth(db, file),
    peers: noPeers,
    check: () => checkDatabase(db, file),
    sizes: async () => ({ database: sizeOf(path), log: sizeOf(`${path}-wal`) }),
    async keepHouse() {
      await emptyLog(db);
      file.look();
    },
    close: () => closeDatabase(db, file),
  };
}

/** Processes on one file are few, and each does its own work. */
const noPeers: Peers = {
  publish() {},
  subscribe() {},
  onMissed() {},
  tryLock: (_name, work) => work(),
  withLock: (_name, work) => work(),
  start() {},
  async stop() {},
};

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

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
