import type { Db } from "#db/connect.ts";
import { type Email, queueEmail } from "#app/mail/outbox.ts";
import { inTransaction } from "./in-transaction.ts";
import { duplicatesSince } from "./dedupe.ts";

/** How long a message is kept, in months. */
const keptMonths = 12;

export interface Message {
  name: string;
  email: string;
  message: string;
}

/**
 * Takes a visitor's message to the operators, who accepted the privacy policy, and queues the email that brings it to
 * them, in one transaction.
 * @param message within the lengths of spec.md §5
 * @returns "received", or "duplicate": the form was sent twice, the message is here already
 */
export async function receiveMessage(
  db: Db,
  { name, email, message }: Message,
  notification: Email,
  now: Date,
): Promise<"received" | "duplicate"> {
  return inTransaction(db, async (tx) => {
    const same = await tx
      .selectFrom("contact_messages")
      .select("id")
      .where("email", "=", email)
      .where("name", "=", name)
      .where("message", "=", message)
      .where("created_at", ">", duplicatesSince(now))
      .executeTakeFirst();
    if (same) return "duplicate";
    await tx
      .insertInto("contact_messages")
      .values({ name, email, message, privacy_accepted: 1, created_at: now.toISOString() })
      .execute();
    await queueEmail(tx, notification, now);
    return "received";
  });
}

/** Erases the messages of more than 12 months ago: they hold names and addresses. */
export async function deleteOldMessages(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - keptMonths);
  await db.deleteFrom("contact_messages").where("created_at", "<", oldest.toISOString()).execute();
}
