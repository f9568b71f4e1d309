import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { operatorsToTell } from "./operators.ts";
import { type WaitingCounts, waitingCounts } from "./queue/waiting-counts.ts";
import { claimDay } from "#db/last-runs.ts";
import { address, type Email, queueEmail } from "#app/mail/outbox.ts";

/** The email that tells an operator that something waits. */
export interface DeskDigest {
  /** the operator's address */
  email: string;
  /** of the desk when they opened it last; null while they have not */
  language: string | null;
  waiting: WaitingCounts;
}

/**
 * Queues the email that tells operators that something waits (RULES.md 28.7): to each with a confirmed address, once a day
 * (UTC) at most in however many processes this runs, and only when something waits.
 * @returns how many were queued; null when today's are queued already
 */
export async function writeDeskDigest(
  db: Db,
  emailOf: (digest: DeskDigest) => Email,
  now: Date,
): Promise<number | null> {
  const waiting = await waitingCounts(db);
  const people = await operatorsToTell(db);
  if (Object.values(waiting).every((count) => count === 0) || people.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    if (!(await claimDay(tx, "desk-digest", now))) return null;
    let queued = 0;
    for (const { email, language } of people) {
      const message = emailOf({ email, language, waiting });
      // Google's word for an address is not ours: one that nothing can be sent to holds nobody else up.
      if (!address.safeParse(message.to).success) continue;
      await queueEmail(tx, message, now);
      queued++;
    }
    return queued;
  });
}
