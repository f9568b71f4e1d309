import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import {
  Kysely,
  type SqliteDatabase,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  type SqliteStatement,
  sql,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { Schema } from "./schema.ts";
import { WaitingDriver } from "./waiting-driver.ts";

/** A connection, or a transaction on it: the first parameter of every domain function. */
export type Db = Kysely<Schema>;

export const defaultDatabaseUrl = "file:./data/perfumes.db";

/** @param url `file:` and a path (created when missing), or `:memory:` @throws Error with one line for any other */
export function connect(url: string = process.env.DATABASE_URL || defaultDatabaseUrl): Db {
  if (url === ":memory:") return overSqlite(new Database(url));
  // SQLite opens a temporary database for an empty path.
  const path = url.startsWith("file:") && url.slice("file:".length);
  if (!path) throw new Error("DATABASE_URL must be file: and a path, e.g. file:./data/perfumes.db");
  mkdirSync(dirname(path), { recursive: true });
  return overSqlite(new Database(path));
}

/** ms that SQLite itself waits for another process's lock, which blocks this process; waiting-driver.ts waits without that */
const lockTimeout = 0;
/** ms that a command waits whose whole work is one transaction */
const commandLockTimeout = 60_000;

function overSqlite(sqlite: Database.Database): Db {
  sqlite.pragma("journal_mode = WAL");
  // better-sqlite3 opens WAL databases with NORMAL, which may lose the last writes on a power cut (RULES.md 18.8).
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma(`busy_timeout = ${lockTimeout}`);
  return new Kysely<Schema>({
    dialect: new WaitingSqliteDialect({ database: cacheStatements(sqlite) }),
  });
}

/** Kysely prepares a statement for each query; the site repeats a few dozen. */
function cacheStatements(sqlite: Database.Database): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: 200 });
  return {
    close: () => void sqlite.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement: SqliteStatement = sqlite.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
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

/** Runs `select 1`. @throws the database's error when it cannot be read */
export async function isReachable(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
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
