import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { refreshSummaries } from "./summaries.ts";

/**
 * Shows a sighting, or takes it away, as operators decide, with the bottle's summary in one transaction.
 * @returns false when there is no such sighting
 */
export async function decideSighting(
  db: Db,
  priceId: number,
  state: "shown" | "refused",
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const group = await tx
      .updateTable("prices")
      .set({ state })
      .where("id", "=", priceId)
      .returning(["perfume_id", "kind", "currency"])
      .executeTakeFirst();
    if (!group) return false;
    await refreshSummaries(tx, [group], now);
    return true;
  });
}
