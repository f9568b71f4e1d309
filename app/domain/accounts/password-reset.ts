import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { type LinkTarget, passwordChangedEmail } from "./account-emails.ts";
import { consumeToken } from "./account-tokens.ts";
import { endSessionsOf } from "./sessions.ts";

/** Sets a password and confirms the address; no other link of the account works any more (RULES.md 7.4). @returns the user's id, or null when the link is not valid */
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
      .set((column) => ({
        password_hash: passwordHash,
        confirmed_at: column.fn.coalesce("confirmed_at", column.val(now.toISOString())),
      }))
      .where("user_id", "=", userId)
      .returning("email")
      .executeTakeFirstOrThrow();
    await tx.deleteFrom("account_tokens").where("user_id", "=", userId).execute();
    await endSessionsOf(tx, userId);
    await queueEmail(tx, passwordChangedEmail(email, target), now);
    return userId;
  });
}
