import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { holdRefused, showNoLongerRefused } from "./refused-prices.ts";
import { refreshSummaries } from "./refresh-summaries.ts";
import { recountVouched } from "./vouched.ts";

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
  const price = await tx
    .updateTable("prices")
    .set((row) => ({ ...decided, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!price) return false;
  if (decided.state === "refused") await holdRefused(tx, price.perfume_id, now);
  else await showNoLongerRefused(tx, price, now);
  await recountVouched(tx, price);
  await refreshSummaries(tx, [price], now);
  return true;
}

/** Takes all of a person's prices away; a later undo of the entry puts them back (RULES.md 10.18). @returns how many */
export async function removePrices(
  tx: Db,
  userId: string,
  entry: number,
  now: Date,
): Promise<number> {
  await tx
    .insertInto("removed_prices")
    .columns(["entry", "price_id", "state", "version"])
    .expression((from) =>
      from
        .selectFrom("prices")
        .select((row) => [
          row.val(entry).as("entry"),
          "id",
          "state",
          row("version", "+", 1).as("version"),
        ])
        .where("user_id", "=", userId)
        .where("state", "!=", "refused"),
    )
    .execute();
  const removed = await tx
    .updateTable("prices")
    .set((row) => ({ state: "refused", version: row("version", "+", 1) }))
    .where("user_id", "=", userId)
    .where("state", "!=", "refused")
    .returning(["perfume_id", "kind", "currency"])
    .execute();
  for (const group of removed) await recountVouched(tx, group);
  await refreshSummaries(tx, removed, now);
  return removed.length;
}

/** Later decisions stand. @returns how many are back */
export async function putPricesBack(tx: Db, entry: number, now: Date): Promise<number> {
  const removed = await tx
    .deleteFrom("removed_prices")
    .where("entry", "=", entry)
    .returning(["price_id", "state", "version"])
    .execute();
  const back = [];
  for (const { price_id, state, version } of removed)
    back.push(
      ...(await tx
        .updateTable("prices")
        .set({ state, version: version + 1 })
        .where("id", "=", price_id)
        .where("version", "=", version)
        .returning(["perfume_id", "kind", "currency"])
        .execute()),
    );
  for (const group of back) {
    await holdRefused(tx, group.perfume_id, now);
    await recountVouched(tx, group);
  }
  await refreshSummaries(tx, back, now);
  return back.length;
}

/** Call when a person is suspended, or no longer: whom they vouch for changes (RULES.md 4.10). */
export async function recountVouchedWith(tx: Db, userId: string, now: Date): Promise<void> {
  const groups = await tx
    .selectFrom("prices")
    .select(["perfume_id", "kind", "currency"])
    .distinct()
    .where("user_id", "=", userId)
    .where("state", "=", "shown")
    .execute();
  for (const group of groups) await recountVouched(tx, group);
  await refreshSummaries(tx, groups, now);
}

/** @param before of the entries that no undo reverses any more */
export async function deleteOldRemovedPrices(db: Db, before: Date): Promise<void> {
  const old = db.selectFrom("audit_log").select("id").where("at", "<", before.toISOString());
  await db.deleteFrom("removed_prices").where("entry", "in", old).execute();
}
