import { forgetExclusions, isExcluded } from "#app/domain/voices/excluded.ts";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { holdRefused, showNoLongerRefused } from "./refused-prices.ts";
import { groupsOfPrices, renewPrices } from "./refresh-summaries.ts";

interface PriceDecision {
  state: "shown" | "refused";
  actor: string;
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
    // What is refused goes on waiting, should that be undone.
    const weight = state === "shown" ? { counts_from: null } : {};
    return setDecision(tx, priceId, { ...decided, ...weight, disputed: 0 as const }, now);
  });
}

/**
 * Undoes a refusal. An import or a price that an operator had accepted is official again, a person's is what it was; it
 * waits where the person's voice has been made to wait meanwhile.
 * @param before `isOfficial` is undefined of refusals that did not note it
 */
export async function reopenSighting(
  tx: Db,
  price: { id: number; counts_from: string | null; counted_at: string | null },
  before: { state: "shown" | "held"; isOfficial: boolean | undefined },
  now: Date,
): Promise<void> {
  const { id, counts_from, counted_at } = price;
  const { isOfficial = counted_at === null && counts_from === null } = before;
  const isBack = before.state === "shown" && (isOfficial || counted_at !== null);
  const decided_at = isBack && isOfficial ? now.toISOString() : null;
  const state = isBack ? ("shown" as const) : ("held" as const);
  await setDecision(tx, id, { state, decided_at, decided_by: null, reason: null }, now);
}

async function setDecision(
  tx: Db,
  id: number,
  decided: {
    state: "shown" | "refused" | "held";
    decided_at: string | null;
    decided_by: string | null;
    reason: string | null;
    counts_from?: null;
    disputed?: 0;
  },
  now: Date,
): Promise<boolean> {
  // A later decision on the price alone stands.
  await forgetExclusions(tx, "prices", [id]);
  const price = await tx
    .updateTable("prices")
    .set((row) => ({ ...decided, own_state: null, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!price) return false;
  if (decided.state === "refused") await holdRefused(tx, price.perfume_id, now);
  else await showNoLongerRefused(tx, price, now);
  await renewPrices(tx, [price], now);
  return true;
}

/** Prices show, or are held, while no decision excludes them (RULES.md 10.18). */
export async function settlePrices(tx: Db, ids: Iterable<number>, now: Date): Promise<void> {
  const groups = [];
  for (const some of chunks(ids)) {
    const these = () =>
      tx
        .updateTable("prices")
        .set((row) => ({ version: row("version", "+", 1) }))
        .where("id", "in", some)
        .returning(["perfume_id", "kind", "currency"]);
    const back = these()
      .set((row) => ({ state: row.ref("own_state").$notNull(), own_state: null }))
      .where("own_state", "is not", null)
      .where((row) => row.not(isExcluded("prices")));
    const returned = await back.execute();
    for (const { perfume_id } of returned) await holdRefused(tx, perfume_id, now);
    groups.push(...returned);
    const gone = these()
      // Kysely does not know that the last condition leaves no refused ones.
      .set((row) => ({ own_state: row.ref("state") as never, state: "refused" as const }))
      .where("state", "!=", "refused")
      .where(isExcluded("prices"));
    groups.push(...(await gone.execute()));
  }
  await renewPrices(tx, groups, now);
}

/** Call when a person is suspended, or no longer: whom they vouch for changes (RULES.md 4.10). */
export async function recountVouchedWith(tx: Db, userId: string, now: Date): Promise<void> {
  const groups = await groupsOfPrices(tx)
    .where("user_id", "=", userId)
    .where("state", "=", "shown")
    .execute();
  await renewPrices(tx, groups, now);
}
