import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";
import { type Letter, queueLetter } from "../mail/outbox.ts";
import { issueToken, takeToken } from "./account-tokens.ts";

/** Uses a confirmation link up. @returns whose address is confirmed now, or null when the link is worth nothing (any more) */
export async function confirmEmail(db: Db, token: string, now: Date): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const userId = await takeToken(tx, token, "confirm", now);
    if (userId === null) return null;
    await tx
      .updateTable("accounts")
      .set({ confirmed_at: now.toISOString() })
      .where("user_id", "=", userId)
      .execute();
    return userId;
  });
}

/** Sends the confirmation letter again, if there is an account that waits for it; its earlier link is worth nothing then. */
export async function resendConfirmation(
  db: Db,
  email: string,
  letter: (to: string, token: string) => Letter,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["user_id", "email"])
      .where("email_clave", "=", canonical(email))
      .where("confirmed_at", "is", null)
      .executeTakeFirst();
    if (!account) return;
    const token = await issueToken(tx, account.user_id, "confirm", now);
    await queueLetter(tx, letter(account.email, token), now);
  });
}
