import type { Db } from "#db/connect.ts";
import { takeToken } from "./account-tokens.ts";

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
