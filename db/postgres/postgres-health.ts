import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db, Health } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { isUnavailable } from "../errors.ts";
import { knownMigrations, schemaProblem } from "../migrate.ts";

/** ms for which an answer stands, so that questions without end cost no more than one a second */
const answerTime = 1000;
/** ms that a starting server waits for PostgreSQL, and between two attempts */
const [startTime, attemptInterval] = [30_000, 500];

/**
 * Whether PostgreSQL answers and can be written (RULES.md 2.6). A process lives on without it: to start anew would not bring it
 * back, and pages that are kept go on.
 */
export function createHealth(db: Db): Health {
  let known: Promise<string[]> | undefined;
  let logged: string | null = null;
  let asked: { at: number; problem: Promise<string | null> } | undefined;

  async function checkReady(): Promise<string | null> {
    known ??= knownMigrations();
    return (await writeProblem(db)) ?? schemaProblem(db, await known);
  }

  async function askReady(question: { at: number }): Promise<string | null> {
    const problem = await checkReady().catch((error: Error) => error.message);
    question.at = performance.now();
    if (problem !== null && problem !== logged) console.error(problem);
    logged = problem;
    return problem;
  }

  return {
    alive: () => null,
    async ready() {
      if (asked && performance.now() - asked.at < answerTime) return asked.problem;
      // Under way until its time is known: whoever asks meanwhile gets the same answer.
      const question = { at: Infinity };
      asked = Object.assign(question, { problem: askReady(question) });
      return asked.problem;
    },
    start() {},
    stop() {},
  };
}

/** @returns one line when nothing can be written: a replica, or a server that was made read-only */
async function writeProblem(db: Db): Promise<string | null> {
  const { rows } = await sql<{ readonly: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as readonly`.execute(
    db,
  );
  return rows[0]!.readonly ? "PostgreSQL cannot be written: it is read-only or a replica." : null;
}

/**
 * What a server needs of PostgreSQL before it starts: that it can be written, and this version's schema. Waits 30 s for a
 * PostgreSQL that is not there yet.
 * @param time ms that it waits
 * @throws DatabaseError with one line that says what is wrong
 */
export async function checkServer(db: Db, time = startTime): Promise<void> {
  const end = performance.now() + time;
  for (;;) {
    try {
      const written = await writeProblem(db);
      if (written) throw new DatabaseError(written, "25006");
      const schema = await schemaProblem(db, await knownMigrations());
      if (schema) throw new DatabaseError(schema, "SCHEMA");
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() >= end) throw error;
    }
    await pause(attemptInterval);
  }
}
