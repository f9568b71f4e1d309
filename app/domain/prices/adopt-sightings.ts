import type { Db } from "#db/database.ts";
import { type Group, refreshSummaries } from "./summaries.ts";
import { loadShops } from "./shops.ts";

/**
 * Gives the shops that the operators know or have blocked what was seen at hosts beneath theirs, or under their names, before
 * they had an entry (RULES.md 19.3), with the summaries. Call it in the transaction that adds shops.
 */
export async function adoptSightings(tx: Db, now: Date): Promise<void> {
  const shops = await loadShops(tx);
  const named = await tx.selectFrom("prices").select(["shop", "currency"]).distinct().execute();
  const changed: Group[] = [];
  for (const { shop, currency } of named) {
    const host = shops.resolve(shop, { currency })?.entry?.host;
    if (host === undefined || host === shop) continue;
    const groups = await tx
      .updateTable("prices")
      .set({ shop: host })
      .where("shop", "=", shop)
      .where("currency", "=", currency)
      .returning(["perfume_id", "kind", "currency"])
      .execute();
    changed.push(...groups);
  }
  await refreshSummaries(tx, changed, now);
}
