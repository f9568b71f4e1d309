import type { Outcome } from "#app/jobs/outcome.ts";
import type { Db } from "#db/database.ts";
import { claimed } from "#db/dialect.ts";
import { inTransaction } from "#db/transactions.ts";

export const maxRetryAfter = 24 * 60 * 60_000;

export interface ChangeBatch {
  lease: string;
  attempts: number;
  perfumes: { id: number; marca: string; nombre: string }[];
}

/** Switches the triggers that record changed perfumes on or off; off deletes the records (RULES.md 14.8). */
export async function recordChanges(db: Db, wanted: boolean): Promise<void> {
  const { noted } = await db.selectFrom("index_now").select("noted").executeTakeFirstOrThrow();
  if (wanted === (noted === 1)) return;
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable("index_now")
      .set({ noted: wanted ? 1 : 0 })
      .execute();
    if (!wanted) await trx.deleteFrom("changed_perfumes").execute();
  });
}

/** Claims nothing while a batch is leased or waits after a failure, because all go to one server. */
export async function claimChanges(
  db: Db,
  lease: string,
  now: Date,
  until: Date,
  limit: number,
): Promise<ChangeBatch | undefined> {
  // A read needs no lock; an import may hold the write lock for long.
  if (!(await due(db, now, 1).executeTakeFirst())) return undefined;
  const perfumes = await db
    // PostgreSQL may evaluate a subquery several times, with different rows each time.
    .with("picked", () => claimed(db, due(db, now, limit)))
    .updateTable("changed_perfumes")
    .set({ lease, next_attempt_at: until.toISOString() })
    .where("perfume_id", "in", (of) => of.selectFrom("picked").select("perfume_id"))
    .returning(["perfume_id as id", "marca", "nombre", "attempts"])
    .execute();
  if (perfumes.length === 0) return undefined;
  const attempts = perfumes.reduce((attempts, perfume) => Math.max(attempts, perfume.attempts), 0);
  return { lease, attempts, perfumes };
}

function due(db: Db, now: Date, limit: number) {
  const at = now.toISOString();
  const latest = new Date(now.getTime() + maxRetryAfter).toISOString();
  return db
    .selectFrom("changed_perfumes")
    .select("perfume_id")
    .where("next_attempt_at", "is not", null)
    .where((row) =>
      row.or([
        row("next_attempt_at", "<=", at),
        // Left over from a clock that was set back: delayed without a failure, or longer than any backoff.
        row.and([row("attempts", "=", 0), row("lease", "is", null)]),
        row("next_attempt_at", ">", latest),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("changed_perfumes as blocking")
            .select("blocking.perfume_id")
            .where("blocking.next_attempt_at", ">", at)
            .where("blocking.next_attempt_at", "<=", latest)
            .where((row) =>
              row.or([row("blocking.lease", "is not", null), row("blocking.attempts", ">", 0)]),
            ),
        ),
      ),
    )
    .orderBy("next_attempt_at")
    .orderBy("perfume_id")
    .limit(limit);
}

/** Keeps perfumes that changed meanwhile, because a change clears the lease. */
export async function finish(db: Db, { lease }: ChangeBatch, outcome: Outcome): Promise<boolean> {
  if (outcome.is === "sent") {
    const deletion = db.deleteFrom("changed_perfumes").where("lease", "=", lease);
    return (await deletion.executeTakeFirst()).numDeletedRows > 0n;
  }
  const updated = await db
    .updateTable("changed_perfumes")
    .set((row) => ({
      lease: null,
      attempts: row("attempts", "+", 1),
      next_attempt_at: outcome.is === "waiting" ? outcome.until.toISOString() : null,
      dead_at: outcome.is === "dead" ? outcome.at.toISOString() : null,
      last_error: outcome.reason,
    }))
    .where("lease", "=", lease)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** @returns how many changed perfumes are waiting or were given up, why, and whether changes are recorded */
export async function changesStatus(db: Db) {
  const counts = await db
    .selectFrom("changed_perfumes")
    .select(({ fn }) => [
      fn.count<number>("next_attempt_at").as("waiting"),
      fn.count<number>("dead_at").as("dead"),
    ])
    .executeTakeFirstOrThrow();
  const { noted } = await db.selectFrom("index_now").select("noted").executeTakeFirstOrThrow();
  const failures = await db
    .selectFrom("changed_perfumes")
    .select(["next_attempt_at", "dead_at", "attempts", "last_error"])
    .select(({ fn }) => fn.countAll<number>().as("perfumes"))
    .where("last_error", "is not", null)
    .groupBy(["next_attempt_at", "dead_at", "attempts", "last_error"])
    .orderBy("last_error")
    .orderBy("attempts")
    .execute();
  return { ...counts, isNoted: noted === 1, failures };
}

/** Makes perfumes due now, with attempts reset; skips those being announced. @returns how many */
export async function retryChanges(db: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const { numUpdatedRows } = await db
    .updateTable("changed_perfumes")
    .set({ next_attempt_at: at, dead_at: null, lease: null, attempts: 0 })
    .where((row) => row.or([row("lease", "is", null), row("next_attempt_at", "<=", at)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
