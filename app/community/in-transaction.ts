import type { Db } from "#db/connect.ts";

/** Does the work in the caller's transaction if there is one, else in a new one. @returns its result */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
