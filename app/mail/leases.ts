import type { Selectable } from "kysely";
import { maxBackoff, type Outcome } from "#app/jobs/outcome.ts";
import type { Db } from "#db/database.ts";
import { claimed } from "#db/dialect.ts";
import type { OutboxTable } from "#db/schema.ts";

export type Queued = Selectable<OutboxTable>;

/** `Queue.take` (app/jobs/worker.ts) of the outbox. */
export function claimEmail(
  db: Db,
  lease: string,
  now: Date,
  until: Date,
): Promise<Queued | undefined> {
  return db
    .updateTable("outbox")
    .set({ lease, next_attempt_at: until.toISOString() })
    .where("id", "=", (outbox) =>
      claimed(
        db,
        outbox
          .selectFrom("outbox")
          .select("id")
          .where("next_attempt_at", "is not", null)
          .where((email) =>
            email.or([
              email("next_attempt_at", "<=", now.toISOString()),
              // Of a clock that has been set back since: what waits for nothing, or longer than anything waits.
              email.and([email("attempts", "=", 0), email("lease", "is", null)]),
              email("next_attempt_at", ">", new Date(now.getTime() + maxBackoff).toISOString()),
            ]),
          )
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(1),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** `Queue.finish` of the outbox. Erases the text of a sent email, because its links are secrets. */
export async function finish(db: Db, email: Queued, outcome: Outcome): Promise<boolean> {
  const updated = await db
    .updateTable("outbox")
    .set({
      lease: null,
      next_attempt_at: outcome.is === "waiting" ? outcome.until.toISOString() : null,
      sent_at: outcome.is === "sent" ? outcome.at.toISOString() : null,
      dead_at: outcome.is === "dead" ? outcome.at.toISOString() : null,
      ...(outcome.is === "sent"
        ? { text: "", html: "", unsubscribe_url: null, last_error: null }
        : { attempts: email.attempts + 1, last_error: outcome.reason }),
    })
    .where("id", "=", email.id)
    .where("lease", "=", email.lease)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
