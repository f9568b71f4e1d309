import type { Db } from "#db/database.ts";

/** Whether an operator lets a new person's voices count at once (RULES.md 5.8). */
export async function isTrusted(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom("usuarios")
    .select("trusted")
    .where("id", "=", userId)
    .executeTakeFirst();
  return person?.trusted === 1;
}

/** @returns when the person signed up, ISO 8601 */
export async function setTrust(tx: Db, userId: string, trusted: 0 | 1): Promise<string> {
  const { created_at } = await tx
    .updateTable("usuarios")
    .set({ trusted })
    .where("id", "=", userId)
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return created_at;
}
