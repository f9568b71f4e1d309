import { setTimeout as pause } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { isLocked } from "../errors.ts";

const patience = 2000;
const [shortPause, longPause] = [10, 40];
const maxWaiting = 100;

/** Transactions take the write lock at their start and wait for other processes without blocking the event loop or reads. */
class WaitingDriver extends SqliteDriver {
  readonly #locks: Locks = { turns: createTurns(), waiting: 0 };

  override async acquireConnection(): Promise<WaitingConnection> {
    return new WaitingConnection(await super.acquireConnection(), this.#locks);
  }

  override beginTransaction(connection: WaitingConnection): Promise<void> {
    return connection.begin();
  }

  override rollbackTransaction(connection: WaitingConnection): Promise<void> {
    return connection.rollback();
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof WaitingConnection) connection.release();
  }
}

interface Locks {
  turns: () => Promise<() => void>;
  waiting: number;
}

class WaitingConnection implements DatabaseConnection {
  readonly #sqlite: DatabaseConnection;
  readonly #locks: Locks;
  #end: (() => void) | undefined;

  constructor(sqlite: DatabaseConnection, locks: Locks) {
    this.#sqlite = sqlite;
    this.#locks = locks;
  }

  async begin(): Promise<void> {
    const begin = CompiledQuery.raw("begin immediate");
    this.#end = await this.#whenFree(async (end) => {
      await this.#sqlite.executeQuery(begin);
      return end;
    });
  }

  async rollback(): Promise<void> {
    try {
      await this.#sqlite.executeQuery(CompiledQuery.raw("rollback"));
    } catch (error) {
      // A full disk or a failed write has already ended it; the caller needs that error.
      if (!/no transaction is active/u.test((error as Error).message)) throw error;
    }
  }

  release(): void {
    this.#end?.();
    this.#end = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#end) return this.#sqlite.executeQuery<Row>(query);
    return this.#whenFree(async (end) => {
      const result = await this.#sqlite.executeQuery<Row>(query);
      end();
      return result;
    });
  }

  streamQuery<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    return this.#sqlite.streamQuery<Row>(query, chunkSize);
  }

  async #whenFree<T>(work: (end: () => void) => Promise<T>): Promise<T> {
    const began = performance.now();
    for (;;) {
      const end = await this.#locks.turns();
      try {
        return await work(end);
      } catch (error) {
        end();
        const late = performance.now() - began > patience;
        if (!isLocked(error) || late || this.#locks.waiting >= maxWaiting) throw error;
      }
      this.#locks.waiting++;
      await pause(shortPause + Math.random() * (longPause - shortPause));
      this.#locks.waiting--;
    }
  }
}

function createTurns(): Locks["turns"] {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

export class WaitingSqliteDialect extends SqliteDialect {
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
  /** All pending migrations are one transaction, which SQLite supports but Kysely's adapter does not claim. */
  override get supportsTransactionalDdl() {
    return true;
  }
  override get supportsMultipleConnections() {
    return true;
  }
}
