import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db, Health } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { isUnavailable } from "../errors.ts";
import { createProblemLog, keepAnswer } from "../health-watch.ts";
import { knownMigrations, schemaProblem } from "../migrate.ts";

const [startTime, attemptInterval] = [30_000, 500];

/** Stays alive without PostgreSQL: a restart would not help, and cached pages are still served. */
export function createHealth(db: Db): Health {
  let known: Promise<string[]> | undefined;

  async function checkReady(): Promise<string | null> {
    known ??= knownMigrations();
    return (await writeProblem(db)) ?? schemaProblem(db, await known);
  }

  return {
    alive: () => null,
    ready: keepAnswer(checkReady, createProblemLog()),
    start() {},
    stop() {},
  };
}

async function writeProblem(db: Db): Promise<string | null> {
  const { rows } = await sql<{ readonly: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as readonly`.execute(
    db,
  );
  return rows[0]!.readonly ? "PostgreSQL cannot be written: it is read-only or a replica." : null;
}

export async function checkServer(db: Db, time = startTime): Promise<void> {
  const end = performance.now() + time;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const written = await writeProblem(db);
      if (written) throw new DatabaseError(written, "25006");
      const schema = await schemaProblem(db, await knownMigrations());
      if (schema) throw new DatabaseError(schema, "SCHEMA");
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() >= end) throw error;
      if (isFirst)
        console.warn(`${(error as Error).message} Waiting up to ${time / 1000} seconds for it.`);
    }
    await pause(attemptInterval);
  }
}
