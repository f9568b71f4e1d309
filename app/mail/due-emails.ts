import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type Email, queueIfDeliverable } from "./outbox.ts";

// Small batches, because each transaction blocks other writers.
const batchSize = 100;

export interface DueEmails<Row> {
  find(db: Db, limit: number): Promise<Row[]>;
  settle(tx: Db, row: Row): Promise<void>;
  /** @returns null when there is no longer anything to send */
  write(tx: Db, row: Row): Promise<Email | null>;
}

/** Queues and settles each email in one transaction, so that several processes send it once. @returns how many were queued */
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
      const email = await due.write(tx, row);
      if (email && (await queueIfDeliverable(tx, email, now))) queued++;
    }
    return queued;
  });
}
