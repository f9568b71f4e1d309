import type { Db } from "#db/connect.ts";

/** Deletes a person (RULES.md 9.3). The schema deletes reviews and sessions with them, and keeps votes and suggestions without them. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("usuarios").where("id", "=", userId).execute();
}
