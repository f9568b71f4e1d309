import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Schema } from "#db/schema.ts";
import { canonical } from "#app/i18n/text.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import {
  confirmationEmail,
  type LinkTarget,
  passwordChangedEmail,
  resetEmail,
} from "./account-emails.ts";
import { isProven } from "./new-people.ts";
import { accountOfToken, consumeToken, issueToken } from "./link-tokens.ts";
import { endSessionsOf } from "./sessions.ts";

/** Sends nothing to an address without an account, and no "confirm" to a proven one. */
export async function sendLink(
  db: Db,
  email: string,
  purpose: Schema["account_tokens"]["purpose"],
  target: LinkTarget,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["user_id", "email", "google_sub", "confirmed_at", "created_at"])
      .where("email_clave", "=", canonical(email))
      .executeTakeFirst();
    if (!account || (purpose === "confirm" && isProven(account))) return;
    const token = await issueToken(tx, account.user_id, purpose, now);
    const write = purpose === "confirm" ? confirmationEmail : resetEmail;
    await queueEmail(tx, write(account.email, token, target), now);
  });
}

/** Check the password first: the link proves who owns the mailbox, not who registered (RULES.md 9.4). @returns the person's id */
export async function confirmEmail(db: Db, token: string, now: Date): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const userId = await consumeToken(tx, token, "confirm", now);
    if (userId === null) return null;
    await tx
      .updateTable("accounts")
      .set({ confirmed_at: now.toISOString() })
      .where("user_id", "=", userId)
      .execute();
    return userId;
  });
}

/** Lets the mailbox owner set a password, because a stranger may have registered the address. @returns a reset token, or null */
export async function exchangeForReset(db: Db, token: string, now: Date): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const account = await accountOfToken(tx, token, "confirm", now);
    return account && issueToken(tx, account.userId, "reset", now);
  });
}

/** Confirms the address, and ends all sessions and other links of the account (RULES.md 9.4). @returns the person's id, or null for an invalid link */
export async function resetPassword(
  db: Db,
  token: string,
  passwordHash: string,
  target: LinkTarget,
  now: Date,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const userId = await consumeToken(tx, token, "reset", now);
    if (userId === null) return null;
    const { email } = await tx
      .updateTable("accounts")
      .set({ password_hash: passwordHash, confirmed_at: now.toISOString() })
      .where("user_id", "=", userId)
      .returning("email")
      .executeTakeFirstOrThrow();
    await tx.deleteFrom("account_tokens").where("user_id", "=", userId).execute();
    await endSessionsOf(tx, userId);
    await queueEmail(tx, passwordChangedEmail(email, target), now);
    return userId;
  });
}
