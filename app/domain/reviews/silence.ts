import { suspendedNow } from "#app/domain/accounts/suspensions.ts";
import { bottlesOfDupes } from "#app/domain/catalog/relations.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { recount } from "./due-voices.ts";

/**
 * Verdicts and tests of suspended people do not count; those of others do again (RULES.md 9.13).
 * @returns the bottles whose pages show other counts now
 */
export async function silenceSuspended(db: Db, now: Date) {
  return inTransaction(db, async (tx) => {
    const changed = new Set<number>();
    for (const table of ["verdicts", "blind_tests"] as const) {
      const set = (silent: 0 | 1) =>
        tx
          .updateTable(table as "verdicts")
          .set({ silent })
          .where("silent", "=", silent ? 0 : 1)
          .where("user_id", "is not", null)
          .where("user_id", silent ? "in" : "not in", suspendedNow(tx, now))
          .returning("dupe_id")
          .execute();
      const dupes = [...(await set(1)), ...(await set(0))].map(({ dupe_id }) => dupe_id);
      await recount[table](tx, new Set(dupes));
      for (const dupe of dupes) changed.add(dupe);
    }
    return bottlesOfDupes(tx, [...changed]);
  });
}
