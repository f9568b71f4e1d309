import type { Db } from "#db/database.ts";
import { hashOf } from "./secrets.ts";

/** ms (RULES.md 9.16) */
export const recent = 30 * 60 * 1000;
/** ms by which the clock of another process may be ahead (RULES.md 12.9) */
const tolerance = 10_000;

/** A future time means that the clock was set back since, so it proves nothing (RULES.md 12.9). */
export function isRecent({ provedAt }: { provedAt: string | null }, now: Date): boolean {
  if (provedAt === null) return false;
  const age = now.getTime() - Date.parse(provedAt);
  return age >= -tolerance && age <= recent;
}

export async function noteProof(db: Db, token: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ proved_at: now.toISOString() })
    .where("token_hash", "=", hashOf(token))
    .execute();
}

/** Only the release before this one writes them, and its processes may still run. */
export async function deleteOldKeptForms(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("kept_forms").where("expires_at", "<=", now.toISOString()).execute();
}
