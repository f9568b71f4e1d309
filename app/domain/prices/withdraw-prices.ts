import type { Db } from "#db/database.ts";
import { refreshSummaries } from "./refresh-summaries.ts";

/** Takes away imported prices that their source no longer has, except those that were refused here. @returns their ids */
export async function withdrawPrices(tx: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const gone = await tx
    .deleteFrom("prices")
    .where("id", "in", ids)
    .where("state", "!=", "refused")
    .returning(["id", "perfume_id", "kind", "currency"])
    .execute();
  await refreshSummaries(tx, gone, now);
  return gone.map(({ id }) => id);
}
