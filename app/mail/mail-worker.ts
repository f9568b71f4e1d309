import { type Worker, createWorker } from "#app/jobs/worker.ts";
import type { Db } from "#db/database.ts";
import { failureOf } from "./failures.ts";
import type { Deliver } from "./message.ts";
import { finish, type Queued, claimEmail } from "./leases.ts";

/** The worker of the outbox. @param options as createWorker's */
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
