import { sql } from "kysely";
import type { Db } from "#db/database.ts";

export type UnsentEmail = Awaited<ReturnType<typeof listUnsent>>[number];

/** "waiting" was never attempted, "failing" will be retried, "dead" is not retried. */
export type EmailState = "waiting" | "failing" | "dead";

const inState = {
  dead: sql<boolean>`dead_at is not null`,
  failing: sql<boolean>`next_attempt_at is not null and attempts > 0`,
  waiting: sql<boolean>`next_attempt_at is not null and attempts = 0`,
};

export async function listUnsent(db: Db, state: EmailState, limit: number) {
  return db
    .selectFrom("outbox")
    .select(["id", "recipient", "subject", "created_at", "attempts"])
    .select(["next_attempt_at", "last_error", "dead_at"])
    .where(inState[state])
    .orderBy(state === "dead" ? "dead_at" : "next_attempt_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Skips those being sent. @param id null for all @returns how many are due now, with attempts reset */
export async function retryEmails(db: Db, id: number | null, now: Date): Promise<number> {
  const at = now.toISOString();
  let emails = db
    .updateTable("outbox")
    .set({ next_attempt_at: at, dead_at: null, lease: null, attempts: 0 })
    .where("sent_at", "is", null)
    .where((row) => row.or([row("lease", "is", null), row("next_attempt_at", "<=", at)]));
  if (id !== null) emails = emails.where("id", "=", id);
  const { numUpdatedRows } = await emails.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** @returns how many emails wait, were sent and were given up, and those that failed */
export async function mailStatus(db: Db) {
  const counts = await db
    .selectFrom("outbox")
    .select(({ fn }) => [
      fn.count<number>("next_attempt_at").as("waiting"),
      fn.count<number>("sent_at").as("sent"),
      fn.count<number>("dead_at").as("dead"),
    ])
    .executeTakeFirstOrThrow();
  const failing = await db
    .selectFrom("outbox")
    .select(["id", "created_at", "attempts", "recipient", "last_error", "dead_at"])
    .where("sent_at", "is", null)
    .where((row) => row.or([row("dead_at", "is not", null), row("last_error", "is not", null)]))
    .orderBy("id")
    .execute();
  return { ...counts, failing };
}
