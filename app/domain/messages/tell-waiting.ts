import type { Db } from "#db/database.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { messagesWaitEmail } from "./message-emails.ts";
import { countOpen } from "./received-messages.ts";

/** Emails the operators how many messages wait at the desk without having been emailed (RULES.md 8.4). */
export async function tellWaiting(
  db: Db,
  operators: string,
  origin: string,
  now: Date,
): Promise<void> {
  await queueEmail(db, messagesWaitEmail(operators, await countOpen(db), origin), now);
}
