import { setTimeout as pause } from "node:timers/promises";
import { type IsolationLevel, sql } from "kysely";
import type { Db } from "./database.ts";
import { isPostgres } from "./dialect.ts";
import { brokenConstraint, isLocked } from "./errors.ts";
import { waitingForLocks } from "./lock-timeout.ts";

/** ms that a transaction is tried again and again while others change what it reads (RULES.md 32.3), and that of a command */
const patience = 3000;
const commandPatience = 60_000;
/** ms before the second attempt at most, twice as many before each further one up to the second figure */
const [firstPause, longestPause] = [10, 200];
/** A row that another transaction wrote meanwhile is found by a second look; what is there then stays. */
const maxBroken = 2;

/**
 * What PostgreSQL is asked for; SQLite has one writer at a time. `serializable`: as if one followed the other, for whatever looks
 * before it writes. `read committed`: for what writes in the order of ids and is right whatever others write between its
 * statements, where most of many at once would have to be tried again.
 */
type Isolation = Extract<IsolationLevel, "serializable" | "read committed">;

/**
 * Does the work in a transaction: the caller's where there is one already, else one of its own. On PostgreSQL it may be done
 * several times, so it changes nothing but the database.
 * @throws what the work throws; an error that `isLocked` when others were in the way for 3 s
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  isolation: Isolation = "serializable",
): Promise<T> {
  if (db.isTransaction) return work(db);
  if (!isPostgres(db)) return db.transaction().execute(work);
  return again(() => db.transaction().setIsolationLevel(isolation).execute(work), patience);
}

/**
 * One transaction for a whole command, such as an import: waits up to a minute for others that are at work. On SQLite it
 * blocks this process meanwhile, so a server never calls it.
 */
export async function commandTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  isolation: Isolation = "serializable",
): Promise<T> {
  if (db.isTransaction) return work(db);
  if (!isPostgres(db))
    return waitingForLocks(db, commandPatience, () => db.transaction().execute(work));
  return inTurn(db, (own) =>
    again(() => own.transaction().setIsolationLevel(isolation).execute(work), commandPatience),
  );
}

/** The number of a lock that commands share, also with restores (db/backup/restore-postgres.ts). */
const commandLock = sql`hashtextextended('sosia command', 0)`;

/**
 * One command after the other: two imports would wait for each other's rows. Before its transaction begins, which sees what
 * was there when it asked for the first time.
 */
async function inTurn<T>(db: Db, work: (own: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (own) => {
    await own.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(commandPatience)}`.execute(tx);
      await sql`select pg_advisory_lock(${commandLock})`.execute(tx);
    });
    try {
      return await work(own);
    } finally {
      // Where the connection is lost, so is the lock.
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
