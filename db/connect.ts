import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { Schema } from "./schema.ts";

/** A connection, or a transaction on it: what every domain function takes first. */
export type Db = Kysely<Schema>;

export const defaultDatabaseUrl = "file:./data/perfumes.db";

/**
 * Opens the database that an address names.
 * @param url `file:` and a path (created when missing), or `:memory:` for a database that lives as long as the connection.
 * @throws Error with one clear line when the address is of another kind.
 */
export function connect(url: string = process.env.DATABASE_URL || defaultDatabaseUrl): Db {
  if (url === ":memory:") return overSqlite(new Database(url));
  // A path that is empty would be a database that is gone when the process ends.
  const path = url.startsWith("file:") && url.slice("file:".length);
  if (!path) throw new Error("DATABASE_URL must be file: and a path, e.g. file:./data/perfumes.db");
  mkdirSync(dirname(path), { recursive: true });
  return overSqlite(new Database(path));
}

function overSqlite(sqlite: Database.Database): Db {
  sqlite.pragma("journal_mode = WAL");
  // better-sqlite3 opens WAL databases at NORMAL, which may lose the last acknowledged writes on a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // Short, because waiting blocks the whole process.
  sqlite.pragma("busy_timeout = 250");
  return new Kysely<Schema>({
    dialect: new ImmediateSqliteDialect({ database: rememberStatements(sqlite) }),
  });
}

/** Kysely prepares a statement anew for each query; the site asks the same few dozen over and over. */
function rememberStatements(sqlite: Database.Database): SqliteDatabase {
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

/** A transaction takes the write lock at its start: one that upgrades later can fail halfway when another process writes. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver() {
    return new ImmediateSqliteDriver(this.#config);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** Asks the database for nothing much. @throws what the database says when it cannot answer */
export async function isReachable(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
