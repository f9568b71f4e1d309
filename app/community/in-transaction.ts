import type { Db } from "#db/connect.ts";

/** Does the work in a transaction: the caller's where there is one already, else one of its own. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
