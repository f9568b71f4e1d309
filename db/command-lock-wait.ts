import { type Kysely, sql } from "kysely";

/** ms; SQLite's own waiting blocks the process */
export const lockTimeout = 0;

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
