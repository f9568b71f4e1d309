import type { Selectable } from "kysely";
import { maxBackoff, type Outcome } from "#app/jobs/outcome.ts";
import { type Worker, createWorker } from "#app/jobs/worker.ts";
import type { Db } from "#db/database.ts";
import { claimed } from "#db/dialect.ts";
import type { Schema } from "#db/schema.ts";
import { type Deliver, failureOf } from "./transport.ts";

type Queued = Selectable<Schema["outbox"]>;

export function createMailWorker(
  db: Db,
  deliver: Deliver,
  options?: { every?: number; atOnce?: number },
): Worker {
  return createWorker<Queued>(
    {
      name: "The outbox",
      take: (lease, now, until) => claimEmail(db, lease, now, until),
      deliver,
      failureOf,
      finish: (email, outcome) => finish(db, email, outcome),
      describe: (email) => `Email ${email.id}`,
    },
    options,
  );
}

function claimEmail(db: Db, lease: string, now: Date, until: Date): Promise<Queued | undefined> {
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
              // Left over from a clock that was set back: from the future, or waiting longer than any backoff.
              email.and([
                email("attempts", "=", 0),
                email("lease", "is", null),
                email("created_at", ">", now.toISOString()),
              ]),
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

/** Erases the text of a sent email, because its links are secrets. */
async function finish(db: Db, email: Queued, outcome: Outcome): Promise<boolean> {
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
