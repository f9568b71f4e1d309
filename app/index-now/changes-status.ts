import type { Db } from "#db/database.ts";

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
