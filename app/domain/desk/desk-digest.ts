import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { digestEmail } from "./operator-emails.ts";
import { operatorsToTell } from "./operators.ts";
import { waitingCounts } from "./queue/queue-lengths.ts";
import { claimDay } from "#db/last-runs.ts";
import { queueIfDeliverable } from "#app/mail/outbox.ts";

/** Queued once a day (UTC) across processes, if anything waits (RULES.md 10.28). @returns how many; null: today's are already queued */
export async function writeDeskDigest(db: Db, origin: string, now: Date): Promise<number | null> {
  const waiting = await waitingCounts(db);
  const people = await operatorsToTell(db);
  if (Object.values(waiting).every((count) => count === 0) || people.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    if (!(await claimDay(tx, "desk-digest", now))) return null;
    let queued = 0;
    for (const operator of people)
      if (await queueIfDeliverable(tx, digestEmail(origin, operator, waiting), now)) queued++;
    return queued;
  });
}
