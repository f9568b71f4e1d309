import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { duplicatesIn } from "#db/double-submit.ts";
import { contactEmail } from "./message-emails.ts";

/** months (RULES.md 9.1) */
const retention = 12;

interface Message {
  name: string;
  email: string;
  message: string;
  /** null for a visitor */
  userId: string | null;
}

/**
 * Stores a contact message, whose author accepted the privacy policy, and queues the email about it to the operators, in
 * one transaction (RULES.md 6.7).
 * @param message clean and within the lengths of RULES.md 3.2 @param operators their address
 * @returns "duplicate" when the form was sent twice and nothing was stored
 */
export async function receiveMessage(
  db: Db,
  { name, email, message, userId }: Message,
  operators: string,
  now: Date,
): Promise<"received" | "duplicate"> {
  const { since, until } = duplicatesIn(now);
  return inTransaction(db, async (tx) => {
    const same = await tx
      .selectFrom("contact_messages")
      .select("id")
      .where("kind", "=", "contact")
      .where("email", "=", email)
      .where("name", "=", name)
      .where("message", "=", message)
      .where("created_at", ">", since)
      .where("created_at", "<=", until)
      .executeTakeFirst();
    if (same) return "duplicate";
    await tx
      .insertInto("contact_messages")
      .values({
        name,
        email,
        message,
        privacy_accepted: 1,
        created_at: now.toISOString(),
        user_id: userId !== null && (await mayWrite(tx, userId)) ? userId : null,
      })
      .execute();
    await queueEmail(tx, contactEmail(operators, { name, email, message }), now);
    return "received";
  });
}

/** Deletes messages and notices older than 12 months, which hold personal data. */
export async function deleteOldMessages(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - retention);
  await db.deleteFrom("contact_messages").where("created_at", "<", oldest.toISOString()).execute();
}
