import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { AccountTokensTable } from "#db/schema.ts";
import { canonical } from "#app/i18n/text.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { confirmationEmail, type LinkTarget, resetEmail } from "./account-emails.ts";
import { issueToken } from "./account-tokens.ts";

/**
 * Queues an email with a link to confirm an address or to reset the password; an earlier link stops working. Does nothing
 * when the address has no account, or for "confirm" when it is confirmed already.
 */
export async function sendLink(
  db: Db,
  email: string,
  purpose: AccountTokensTable["purpose"],
  target: LinkTarget,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["user_id", "email"])
      .where("email_clave", "=", canonical(email))
      .$if(purpose === "confirm", (waiting) => waiting.where("confirmed_at", "is", null))
      .executeTakeFirst();
    if (!account) return;
    const token = await issueToken(tx, account.user_id, purpose, now);
    const write = purpose === "confirm" ? confirmationEmail : resetEmail;
    await queueEmail(tx, write(account.email, token, target), now);
  });
}
