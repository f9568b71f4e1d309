import type { Db } from "#db/connect.ts";

/** Deletes a user (RULES.md 9.3). The schema deletes their reviews and sessions, and keeps votes and suggestions without the user. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("usuarios").where("id", "=", userId).execute();
}
