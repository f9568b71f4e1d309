import { setTimeout as pause } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import {
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  types as builtIn,
} from "pg";
import { DatabaseError } from "../database-error.ts";
import { isAway, isLost, translated } from "../postgres-errors.ts";
import { sessionNames } from "./session-names.ts";

export interface PoolOptions {
  /** connections of this process */
  connections: number;
  /** ms after which a statement is cancelled; 0: never, for commands */
  statementTimeout: number;
  /** Statements have names, so that PostgreSQL plans each once: not through a pooler that gives each transaction another connection. */
  named: boolean;
  /** Is told of each statement: the ms until its answer. */
  onStatement?: ((kind: "read" | "write", time: number) => void) | undefined;
}

/** ms that a statement waits for a connection, while all are in use or PostgreSQL starts anew */
const patience = 3000;
/** ms between two attempts, at random between these */
const [shortPause, longPause] = [50, 150];
const betweenAttempts = () => shortPause + Math.random() * (longPause - shortPause);
/** Beyond this many waiting ones, the next fails at once. */
const maxWaiting = 5000;
/** ms that a transaction may do nothing; then another one may have what it locked */
const idleTimeout = 10_000;
/** ms beyond the time of a statement after which its connection counts as lost */
const answerTimeout = 1000;
/** statements that have a name; the site repeats a few hundred */
const maxNames = 500;

/** int8 and numeric are numbers here: ids and figures stay below 2⁵³. */
const numbers = new Set<number>([builtIn.builtins.INT8, builtIn.builtins.NUMERIC]);
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    numbers.has(oid) ? Number : builtIn.getTypeParser(oid, format as "text"),
};

/** Connections to PostgreSQL, as Kysely wants them; errors are translated, and what was lost is tried again where it may be. */
export class PatientPool implements PostgresPool {
  readonly options: PoolOptions;
  readonly #pool: Pool;
  readonly #names = new Map<string, string>();

  constructor(url: string, options: PoolOptions) {
    this.options = options;
    const { connections, statementTimeout } = options;
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      types,
      keepAlive: true,
      connectionTimeoutMillis: patience,
      application_name: sessionNames.pool,
      // As options, because a pooler can be told to ignore those.
      options: `-c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=${statementTimeout && idleTimeout}`,
      ...(statementTimeout > 0 && { query_timeout: statementTimeout + answerTimeout }),
    });
    // A connection that breaks while nobody uses it is replaced by the pool; one that is lent out would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => void client.on("error", () => {}));
  }

  async connect(): Promise<PostgresPoolClient> {
    return new Session(this, await this.lend());
  }

  /** @throws DatabaseError when none was to be had for 3 s */
  async lend(): Promise<PoolClient> {
    if (this.#pool.waitingCount >= maxWaiting)
      throw new DatabaseError("Too many wait for a connection to PostgreSQL.", "PG_POOL");
    const end = performance.now() + patience;
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        const known = translated(error);
        if (!isAway(known) || performance.now() >= end) throw known;
      }
      await pause(betweenAttempts());
    }
  }

  /** @returns the statement as the driver takes it */
  query(text: string, parameters: readonly unknown[]): QueryConfig {
    return { text, values: parameters.map(storable), ...this.#nameOf(text) };
  }

  #nameOf(text: string): { name?: string } {
    if (!this.options.named) return {};
    let name = this.#names.get(text);
    if (name === undefined) {
      if (this.#names.size >= maxNames) return {};
      name = `s${this.#names.size}`;
      this.#names.set(text, name);
    }
    return { name };
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** PostgreSQL has no NUL in texts: with another sign in its place it is found nowhere, and stored readable. */
const storable = (value: unknown) =>
  typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;

/** A connection that is lent out. */
class Session implements PostgresPoolClient {
  readonly #pool: PatientPool;
  #client: PoolClient | null;
  #inTransaction = false;
  #lost = false;

  constructor(pool: PatientPool, client: PoolClient) {
    this.#pool = pool;
    this.#client = client;
  }

  query<Row>(text: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): any {
    if (typeof text === "string") return this.#query(text, parameters);
    // A cursor, which reads row by row.
    return this.#client!.query(text as never);
  }

  async #query(text: string, parameters: readonly unknown[]) {
    // Nothing is left to be rolled back; what failed is told already.
    if (this.#lost && text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
    const began = performance.now();
    try {
      return await this.#run(text, parameters);
    } finally {
      this.#pool.options.onStatement?.(isRead(text) ? "read" : "write", performance.now() - began);
    }
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const end = performance.now() + patience;
    for (let wait = 0; ; wait = betweenAttempts()) {
      try {
        return await this.#send(text, parameters);
      } catch (error) {
        // Reading, and beginning, change nothing: again, on another connection. A pooler lends one out at once while the
        // server behind it is away.
        const again =
          error instanceof DatabaseError && mayRepeat(error, text) && !this.#inTransaction;
        if (!again || (wait > 0 && performance.now() >= end)) throw error;
      }
      await this.#replaceClient(wait);
    }
  }

  async #replaceClient(wait: number): Promise<void> {
    const broken = this.#client;
    this.#client = null;
    broken?.release(true);
    if (wait > 0) await pause(wait);
    this.#client = await this.#pool.lend();
    this.#lost = false;
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    try {
      const result = await this.#client!.query(this.#pool.query(text, parameters));
      if (begins(text)) this.#inTransaction = true;
      else if (text === "commit" || text === "rollback") this.#inTransaction = false;
      return result;
    } catch (error) {
      const known = translated(error);
      this.#lost ||= isLost(known);
      throw known;
    }
  }

  release(): void {
    // One whose transaction was not ended is of no use to the next.
    this.#client?.release(this.#lost || this.#inTransaction);
    this.#client = null;
  }
}

const begins = (text: string) => /^(begin|start transaction)/u.test(text);
const isRead = (text: string) => text.startsWith("select ");

/** Who said nothing for as long as a statement may take is not asked again. */
const mayRepeat = (error: DatabaseError, text: string) =>
  isLost(error) && error.code !== "PG_SILENT" && (begins(text) || isRead(text));
