import { setTimeout as pause } from "node:timers/promises";
import { type IsolationLevel, type Kysely, sql } from "kysely";
import type { Db } from "./database.ts";
import { isPostgres } from "./dialect.ts";
import { brokenConstraint, isLocked } from "./errors.ts";
import { DatabaseError } from "./database-error.ts";

/** ms; SQLite's own waiting blocks the process */
export const lockTimeout = 0;

async function waitingForLocks<T>(
  db: Kysely<any>,
  time: number,
  work: () => Promise<T>,
): Promise<T> {
  await sql.raw(`pragma busy_timeout = ${time}`).execute(db);
  try {
    return await work();
  } finally {
    await sql.raw(`pragma busy_timeout = ${lockTimeout}`).execute(db);
  }
}

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

/**
 * Everything that `work` reads is one state of the database; other processes go on writing.
 * @param lock on PostgreSQL only one process at a time has a snapshot of this name; another one throws DatabaseError "BUSY"
 */
export async function snapshotOf<T>(
  db: Db,
  lock: string,
  work: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (!isPostgres(db)) return db.connection().execute((own) => onSqlite(own, work));
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      const { rows } = await sql<{
        taken: boolean;
      }>`select pg_try_advisory_xact_lock(hashtextextended(${`sosia ${lock}`}, 0)) as taken`.execute(
        tx,
      );
      if (!rows[0]!.taken) throw new DatabaseError("Another process does this already.", "BUSY");
      return work(tx);
    });
}

/** Kysely's own transactions would keep writers out. */
async function onSqlite<T>(own: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  await sql`begin`.execute(own);
  try {
    await sql`select 1 from sqlite_schema limit 1`.execute(own);
    return await work(own);
  } finally {
    await sql`commit`.execute(own);
  }
}
