import { suspendedNow } from "#app/domain/accounts/suspensions.ts";
import { bottlesOfDupes } from "#app/domain/catalog/relations.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { recountVerdicts } from "./verdict-counts.ts";

/**
 * Verdicts of suspended people do not count; those of others do again (RULES.md 9.13).
 * @returns the bottles whose pages show other counts now
 */
export async function silenceSuspended(db: Db, now: Date) {
  return inTransaction(db, async (tx) => {
    const silenced = await tx
      .updateTable("verdicts")
      .set({ silent: 1 })
      .where("silent", "=", 0)
      .where("user_id", "in", suspendedNow(tx, now))
      .returning("dupe_id")
      .execute();
    const heard = await tx
      .updateTable("verdicts")
      .set({ silent: 0 })
      .where("silent", "=", 1)
      .where("user_id", "is not", null)
      .where("user_id", "not in", suspendedNow(tx, now))
      .returning("dupe_id")
      .execute();
    const dupes = [...new Set([...silenced, ...heard].map(({ dupe_id }) => dupe_id))];
    await recountVerdicts(tx, dupes);
    return bottlesOfDupes(tx, dupes);
  });
}
