import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { accountOfToken, consumeToken, issueToken } from "./account-tokens.ts";

/**
 * Uses a confirmation link up, for who has shown the account's password, too: the link alone shows who holds the mailbox,
 * not who registered the address (RULES.md 7.4).
 * @returns the id of the user whose address is now confirmed, or null when the link is not valid
 */
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

/**
 * Gives who holds the link of a confirmation the means to choose a password: a stranger may have registered their address.
 * @returns the token of a reset link, or null when the confirmation link is not valid
 */
export async function exchangeForReset(db: Db, token: string, now: Date): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const account = await accountOfToken(tx, token, "confirm", now);
    return account && issueToken(tx, account.userId, "reset", now);
  });
}
