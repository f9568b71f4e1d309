import type { Db } from "#db/database.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { messagesWaitEmail } from "./message-emails.ts";
import { countOpen } from "./received-messages.ts";

/** Tells the operators' mailbox how many messages wait whose emails it did not get (RULES.md 8.4). */
export async function tellWaiting(
  db: Db,
  operators: string,
  origin: string,
  now: Date,
): Promise<void> {
  await queueEmail(db, messagesWaitEmail(operators, await countOpen(db), origin), now);
}
