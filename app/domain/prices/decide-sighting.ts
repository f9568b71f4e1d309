import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { vouch } from "./second-person.ts";
import { refreshSummaries } from "./refresh-summaries.ts";

interface PriceDecision {
  state: "shown" | "refused";
  /** operator; null for a command */
  actor: string | null;
  reason: string | null;
}

export async function decideSighting(
  db: Db,
  priceId: number,
  { state, actor, reason }: PriceDecision,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const decided = { state, decided_at: now.toISOString(), decided_by: actor, reason };
    const group = await setDecision(tx, priceId, decided);
    if (!group) return false;
    if (state === "shown") await vouch(tx, [priceId]);
    await refreshSummaries(tx, [group], now);
    return true;
  });
}

/** Needs no new summary, because summaries ignore refused sightings. */
export async function holdAgain(tx: Db, id: number): Promise<void> {
  await setDecision(tx, id, { state: "held", decided_at: null, decided_by: null, reason: null });
}

function setDecision(
  tx: Db,
  id: number,
  decided: {
    state: "shown" | "refused" | "held";
    decided_at: string | null;
    decided_by: string | null;
    reason: string | null;
  },
) {
  return tx
    .updateTable("prices")
    .set((row) => ({ ...decided, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .returning(["perfume_id", "kind", "currency"])
    .executeTakeFirst();
}
