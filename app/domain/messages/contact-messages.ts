import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { contactEmail, messagesWaitEmail } from "./message-emails.ts";
import { countOpen, storeForm } from "./received-messages.ts";

const retentionMonths = 12;

interface Message {
  name: string;
  email: string;
  message: string;
  /** null for a visitor */
  userId: string | null;
}

/** @param operators recipient address (RULES.md 8.1); null: the message waits at the desk only @returns "duplicate" when the form was sent twice */
export async function receiveMessage(
  db: Db,
  { name, email, message, userId }: Message,
  operators: string | null,
  now: Date,
): Promise<"received" | "duplicate"> {
  return inTransaction(db, async (tx) => {
    const form = { kind: "contact", name, email, url: null, message } as const;
    const id = await storeForm(tx, form, { userId, language: null, privacy_accepted: 1 }, now);
    if (id === null) return "duplicate";
    if (operators !== null)
      await queueEmail(tx, contactEmail(operators, { name, email, message }), now);
    return "received";
  });
}

export async function deleteOldMessages(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - retentionMonths);
  await db.deleteFrom("contact_messages").where("created_at", "<", oldest.toISOString()).execute();
}

/** Emails the operators how many messages wait at the desk without having been emailed (RULES.md 8.4). */
export async function tellWaiting(
  db: Db,
  operators: string,
  origin: string,
  now: Date,
): Promise<void> {
  await queueEmail(db, messagesWaitEmail(operators, await countOpen(db), origin), now);
}
