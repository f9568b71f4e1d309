import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { address, type Email, queueEmail } from "./outbox.ts";

/** emails queued in one transaction, which keeps others from writing */
const batchSize = 100;

/** Emails that are due until a note says that they are queued. */
export interface DueEmails<Row> {
  /** @returns the first that are due */
  find(db: Db, limit: number): Promise<Row[]>;
  /** Notes that this one is due no longer. */
  settle(tx: Db, row: Row): Promise<void>;
  /** @returns null where nothing is to be sent any more */
  emailOf(tx: Db, row: Row): Promise<Email | null>;
}

/**
 * Queues the emails that are due, each in one transaction with the note that it is: nobody gets one twice, however often and
 * in however many processes this runs. @returns how many were queued
 */
export async function queueDueEmails<Row>(db: Db, due: DueEmails<Row>, now: Date): Promise<number> {
  let queued = 0;
  // Reading needs no lock, which an import may hold for long.
  while ((await due.find(db, 1)).length > 0) queued += await queueBatch(db, due, now);
  return queued;
}

async function queueBatch<Row>(db: Db, due: DueEmails<Row>, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    let queued = 0;
    for (const row of await due.find(tx, batchSize)) {
      await due.settle(tx, row);
      const email = await due.emailOf(tx, row);
      // Google's word for an address is not ours: one that nothing can be sent to holds nobody else up.
      if (!email || !address.safeParse(email.to).success) continue;
      await queueEmail(tx, email, now);
      queued++;
    }
    return queued;
  });
}
