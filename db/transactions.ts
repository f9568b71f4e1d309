import { setTimeout as pause } from "node:timers/promises";
import { type IsolationLevel, sql } from "kysely";
import type { Db } from "./database.ts";
import { isPostgres } from "./dialect.ts";
import { brokenConstraint, isLocked } from "./errors.ts";
import { waitingForLocks } from "./command-lock-wait.ts";

const patience = 3000;
const commandPatience = 60_000;
const [firstPause, longestPause] = [10, 200];
/** A retry finds a row that another transaction inserted meanwhile; a constraint that still fails is a real error. */
const maxBroken = 5;

type Isolation = Extract<IsolationLevel, "serializable" | "read committed">;

/** Joins the caller's transaction, if any. On PostgreSQL the work may run several times: no side effects outside the database. */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  isolation: Isolation = "serializable",
): Promise<T> {
  if (db.isTransaction) return work(db);
  if (!isPostgres(db)) return db.transaction().execute(work);
  return again(() => db.transaction().setIsolationLevel(isolation).execute(work), patience);
}

/** Waits up to a minute. On SQLite this blocks the process: never use it in a server. */
export async function commandTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  isolation: Isolation = "serializable",
): Promise<T> {
  if (db.isTransaction) return work(db);
  if (!isPostgres(db))
    return waitingForLocks(db, commandPatience, () => db.transaction().execute(work));
  return withCommandLock(db, (own) =>
    again(() => own.transaction().setIsolationLevel(isolation).execute(work), commandPatience),
  );
}

const commandLock = sql`hashtextextended('sosia command', 0)`;

/** Locks before the transaction starts, because its snapshot is taken at the first statement. */
async function withCommandLock<T>(db: Db, work: (own: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (own) => {
    await own.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(commandPatience)}`.execute(tx);
      await sql`select pg_advisory_lock(${commandLock})`.execute(tx);
    });
    try {
      return await work(own);
    } finally {
      await sql`select pg_advisory_unlock(${commandLock})`.execute(own).catch(() => {});
    }
  });
}

async function again<T>(attempt: () => Promise<T>, time: number): Promise<T> {
  const end = performance.now() + time;
  let wait = firstPause;
  let broken = 0;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const seen = brokenConstraint(error) !== null && ++broken <= maxBroken;
      if (!(seen || isLocked(error)) || performance.now() >= end) throw error;
    }
    await pause(Math.random() * wait);
    wait = Math.min(2 * wait, longestPause);
  }
}
