import { expressionBuilder } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

const day = 24 * 60 * 60 * 1000;
/** ms since the last use, and since signing in (RULES.md 9.5) */
export const idleTimeout = 14 * day;
export const maxAge = 60 * day;
/** The same for people who asked to stay signed in. */
export const staying = { idleTimeout: 30 * day, maxAge: 180 * day };

/** `where` condition: the session has not ended. */
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
