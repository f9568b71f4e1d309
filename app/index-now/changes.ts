import type { Outcome } from "../jobs/outcome.ts";
import type { Db } from "#db/connect.ts";

/** Perfumes of which search engines are told together. */
export interface ChangeBatch {
  lease: string;
  attempts: number;
  perfumes: { id: number; marca: string; nombre: string }[];
}

/** Has changes of perfumes noted from now on, or no longer; those that were noted are forgotten then. */
export async function recordChanges(db: Db, wanted: boolean): Promise<void> {
  const { noted } = await db.selectFrom("index_now").select("noted").executeTakeFirstOrThrow();
  if (wanted === (noted === 1)) return;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("index_now")
      .set({ noted: wanted ? 1 : 0 })
      .execute();
    if (!wanted) await trx.deleteFrom("changed_perfumes").execute();
  });
}

/**
 * Takes the perfumes that have waited longest (app/jobs/queue.ts): none while others are under way or wait for the other side,
 * which is one and the same for all.
 * @param most how many at once
 */
export async function claimChanges(
  db: Db,
  lease: string,
  now: Date,
  until: Date,
  most: number,
): Promise<ChangeBatch | undefined> {
  // Looking takes no lock, which an import may hold for long.
  if (!(await due(db, now, 1).executeTakeFirst())) return undefined;
  const perfumes = await db
    .updateTable("changed_perfumes")
    .set({ lease, next_attempt_at: until.toISOString() })
    .where("perfume_id", "in", due(db, now, most))
    .returning(["perfume_id as id", "marca", "nombre", "attempts"])
    .execute();
  if (perfumes.length === 0) return undefined;
  const attempts = perfumes.reduce((attempts, perfume) => Math.max(attempts, perfume.attempts), 0);
  return { lease, attempts, perfumes };
}

function due(db: Db, now: Date, most: number) {
  const at = now.toISOString();
  return db
    .selectFrom("changed_perfumes")
    .select("perfume_id")
    .where("next_attempt_at", "<=", at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("changed_perfumes as resting")
            .select("resting.perfume_id")
            .where("resting.next_attempt_at", ">", at)
            .where((row) =>
              row.or([row("resting.lease", "is not", null), row("resting.attempts", ">", 0)]),
            ),
        ),
      ),
    )
    .orderBy("next_attempt_at")
    .orderBy("perfume_id")
    .limit(most);
}

/**
 * Ends a turn: what was told is forgotten. A perfume that changed meanwhile is nobody's turn any more and stays.
 * @returns false when none was the taker's any longer, and nothing was changed
 */
export async function finish(db: Db, { lease }: ChangeBatch, outcome: Outcome): Promise<boolean> {
  if (outcome.is === "sent") {
    const told = db.deleteFrom("changed_perfumes").where("lease", "=", lease);
    return (await told.executeTakeFirst()).numDeletedRows > 0n;
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
