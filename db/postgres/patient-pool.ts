import { setTimeout as pause } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import {
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryConfig,
  types as builtIn,
} from "pg";
import type { OnStatement } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { isAway, translated } from "../postgres-errors.ts";
import { betweenAttempts, type Lender, patience, PatientSession } from "./patient-session.ts";
import { sessionNames } from "./session-names.ts";
import { ClientWithFile } from "./postgres-address.ts";

interface PoolOptions {
  connections: number;
  statementTimeout: number;
  /** Plans named statements once. Not through a pooler, which can assign each transaction another connection. */
  named: boolean;
  onStatement?: OnStatement | undefined;
}

const maxWaiting = 5000;
/** ms that a transaction may idle before it is ended and its locks released */
const idleTimeout = 10_000;
const answerTimeout = 1000;
const maxNames = 500;

/** Parses int8 and numeric as numbers: ids and figures stay below 2⁵³. */
const numbers = new Set<number>([builtIn.builtins.INT8, builtIn.builtins.NUMERIC]);
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    numbers.has(oid) ? Number : builtIn.getTypeParser(oid, format as "text"),
};

export class PatientPool implements PostgresPool, Lender {
  readonly options: PoolOptions;
  readonly #pool: Pool;
  readonly #names = new Map<string, string>();

  constructor(url: string, options: PoolOptions) {
    this.options = options;
    const { connections, statementTimeout } = options;
    this.#pool = new Pool({
      connectionString: url,
      Client: ClientWithFile,
      max: connections,
      types,
      keepAlive: true,
      connectionTimeoutMillis: patience,
      application_name: sessionNames.pool,
      // Sent as options, because a pooler can be configured to ignore those.
      options: `-c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=${statementTimeout && idleTimeout}`,
      ...(statementTimeout > 0 && { query_timeout: statementTimeout + answerTimeout }),
    });
    // The pool replaces a connection that breaks while idle; without a listener, a borrowed one would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => void client.on("error", () => {}));
  }

  async connect(): Promise<PostgresPoolClient> {
    return new PatientSession(this, await this.lend());
  }

  async lend(): Promise<PoolClient> {
    if (this.#pool.waitingCount >= maxWaiting)
      throw new DatabaseError(
        "Too many requests are waiting for a connection to PostgreSQL.",
        "PG_POOL",
      );
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

/** PostgreSQL texts cannot contain NUL; with a replacement character, searches match nothing and stored text stays readable. */
const storable = (value: unknown) =>
  typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
