import type { Db } from "#db/connect.ts";
import { type Email, queueEmail } from "../mail/outbox.ts";
import { takeToken } from "./account-tokens.ts";
import { endSessionsOf } from "./sessions.ts";

/**
 * Uses a reset link up: the new password counts, every session ends, and the address is confirmed, since the email got there.
 * @param notice writes the email that tells the owner
 * @returns whose password it is, or null when the link is worth nothing (any more)
 */
export async function resetPassword(
  db: Db,
  token: string,
  passwordHash: string,
  notice: (to: string) => Email,
  now: Date,
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const userId = await takeToken(tx, token, "reset", now);
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
    await endSessionsOf(tx, userId);
    await queueEmail(tx, notice(email), now);
    return userId;
  });
}
