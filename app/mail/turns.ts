import type { Selectable } from "kysely";
import type { Fate } from "../courier/fate.ts";
import type { Db } from "#db/connect.ts";
import type { OutboxTable } from "#db/schema.ts";

export type Queued = Selectable<OutboxTable>;

/** Takes the letter that has waited longest (app/courier/round.ts). */
export function takeLetter(
  db: Db,
  lease: string,
  now: Date,
  until: Date,
): Promise<Queued | undefined> {
  return db
    .updateTable("outbox")
    .set({ lease, next_attempt_at: until.toISOString() })
    .where("id", "=", (outbox) =>
      outbox
        .selectFrom("outbox")
        .select("id")
        .where("next_attempt_at", "<=", now.toISOString())
        .orderBy("next_attempt_at")
        .orderBy("id")
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ends a turn. What is written in a letter that was sent is forgotten, since its links are secrets.
 * @returns false when the turn was no longer the taker's, and nothing was changed
 */
export async function endTurn(db: Db, letter: Queued, fate: Fate): Promise<boolean> {
  const outcome = await db
    .updateTable("outbox")
    .set({
      lease: null,
      next_attempt_at: fate.is === "waiting" ? fate.until.toISOString() : null,
      sent_at: fate.is === "sent" ? fate.at.toISOString() : null,
      parked_at: fate.is === "parked" ? fate.at.toISOString() : null,
      ...(fate.is === "sent"
        ? { text: "", html: "", last_error: null }
        : { attempts: letter.attempts + 1, last_error: fate.reason }),
    })
    .where("id", "=", letter.id)
    .where("lease", "=", letter.lease)
    .executeTakeFirst();
  return outcome.numUpdatedRows === 1n;
}
