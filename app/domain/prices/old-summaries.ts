import { createBackgroundYield } from "#app/jobs/yield-to-event-loop.ts";
import { dayOf } from "#app/domain/catalog/days.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { refreshSummaries } from "./refresh-summaries.ts";

const groupsPerTurn = 100;

/** A hundred at a time, so that requests are answered in between. Until then readers recompute them (`isValid`). */
export async function refreshOldSummaries(db: Db, now: Date): Promise<void> {
  const yieldToEventLoop = createBackgroundYield();
  for (;;) {
    const groups = await db
      .selectFrom("price_summaries")
      .select(["perfume_id", "kind", "currency"])
      .where("valid_until", "<", dayOf(now))
      .limit(groupsPerTurn)
      .execute();
    if (groups.length === 0) return;
    await inTransaction(db, (tx) => refreshSummaries(tx, groups, now));
    await yieldToEventLoop();
  }
}

/** @returns false when it counts a sighting too old to be shown, or to be the reference */
export function isValid(summary: { valid_until: string }, now: Date): boolean {
  return summary.valid_until >= dayOf(now);
}
