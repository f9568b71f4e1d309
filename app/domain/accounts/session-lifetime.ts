import { expressionBuilder } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { hashOf } from "./secrets.ts";

const day = 24 * 60 * 60 * 1000;
/** ms since the last use, and since signing in (RULES.md 9.5) */
export const idleTimeout = 14 * day;
export const maxAge = 60 * day;
/** The same for people who asked to stay signed in. */
export const staying = { idleTimeout: 30 * day, maxAge: 180 * day };

export function lasting(now: Date) {
  const row = expressionBuilder<Schema, "sessions">();
  const within = (stays: 0 | 1, limits: typeof staying) =>
    row.and([
      row("sessions.stays", "=", stays),
      row("sessions.seen_at", ">", before(now, limits.idleTimeout)),
      row("sessions.created_at", ">", before(now, limits.maxAge)),
    ]);
  return row.or([within(0, { idleTimeout, maxAge }), within(1, staying)]);
}

export const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where((row) => row.not(lasting(now)))
    .execute();
}

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
