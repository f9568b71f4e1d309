import { setTimeout as pause } from "node:timers/promises";
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import type { OnStatement } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { isLost, translated } from "../postgres-errors.ts";

export const patience = 3000;
const [shortPause, longPause] = [50, 150];
export const betweenAttempts = () => shortPause + Math.random() * (longPause - shortPause);

export interface Lender {
  options: { onStatement?: OnStatement | undefined };
  lend(): Promise<PoolClient>;
  query(text: string, parameters: readonly unknown[]): QueryConfig;
}

/** A borrowed connection; when it is lost, reads and `begin` are retried on another one. */
export class PatientSession implements PostgresPoolClient {
  readonly #lender: Lender;
  #client: PoolClient | null;
  #inTransaction = false;
  #lost = false;

  constructor(lender: Lender, client: PoolClient) {
    this.#lender = lender;
    this.#client = client;
  }

  query<Row>(text: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): any {
    if (typeof text === "string") return this.#query(text, parameters);
    // pg knows its own cursors, of which Kysely has only a description.
    return this.#client!.query(text as never);
  }

  async #query(text: string, parameters: readonly unknown[]) {
    if (this.#lost && text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
    const began = performance.now();
    try {
      return await this.#run(text, parameters);
    } finally {
      this.#lender.options.onStatement?.(
        isRead(text) ? "read" : "write",
        performance.now() - began,
      );
    }
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const end = performance.now() + patience;
    for (let wait = 0; ; wait = betweenAttempts()) {
      try {
        return await this.#send(text, parameters);
      } catch (error) {
        // A pooler still hands out connections while its server is away.
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
    this.#client = await this.#lender.lend();
    this.#lost = false;
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    try {
      const result = await this.#client!.query(this.#lender.query(text, parameters));
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
    this.#client?.release(this.#lost || this.#inTransaction);
    this.#client = null;
  }
}

const begins = (text: string) => /^(begin|start transaction)/u.test(text);
const isRead = (text: string) => text.startsWith("select ");

/** A server that stayed silent for the whole statement timeout is not asked again. */
const mayRepeat = (error: DatabaseError, text: string) =>
  isLost(error) && error.code !== "PG_SILENT" && (begins(text) || isRead(text));
