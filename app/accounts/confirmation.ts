import type { Db } from "#db/connect.ts";
import { consumeToken } from "./account-tokens.ts";

/** Uses a confirmation link up. @returns the id of the user whose address is now confirmed, or null when the link is not valid */
export async function confirmEmail(db: Db, token: string, now: Date): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
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
