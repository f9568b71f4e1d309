import type { Db } from "#db/connect.ts";
import type { AccountTokensTable } from "#db/schema.ts";
import { canonical } from "#db/text.ts";
import { type Email, queueEmail } from "../mail/outbox.ts";
import { issueToken } from "./account-tokens.ts";

/**
 * Sends somebody the link to confirm their address, or to choose a new password; an earlier one is worth nothing then. Does
 * nothing for an address that has no account, or none that waits to be confirmed.
 * @param write makes the email that holds the link's token
 */
export async function sendLink(
  db: Db,
  email: string,
  purpose: AccountTokensTable["purpose"],
  write: (to: string, token: string) => Email,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["user_id", "email"])
      .where("email_clave", "=", canonical(email))
      .$if(purpose === "confirm", (waiting) => waiting.where("confirmed_at", "is", null))
      .executeTakeFirst();
    if (!account) return;
    const token = await issueToken(tx, account.user_id, purpose, now);
    await queueEmail(tx, write(account.email, token), now);
  });
}
