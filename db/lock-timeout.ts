import { type Kysely, sql } from "kysely";

/** ms that SQLite itself waits for another process's lock, which blocks this process; waiting-driver.ts waits without that */
export const lockTimeout = 0;

/** Has SQLite wait for another process that is at work, which blocks this process: for a whole command, not for a server. @param time ms */
export async function waitingForLocks<T>(
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
