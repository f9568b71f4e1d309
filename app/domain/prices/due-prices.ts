import { dueIds, isDue } from "#app/domain/voices/waits.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { reasonToHold } from "./judge.ts";
import { renewPrices } from "./refresh-summaries.ts";

const mostDue = 1000;

/** Shows the prices whose authors' time has come, or leaves them to operators (RULES.md 5.8). @returns the bottles whose prices changed */
export async function countDuePrices(db: Db, now: Date): Promise<number[]> {
  const bottles = new Set<number>();
  for (;;) {
    const ids = await dueIds(db, "prices", now, mostDue);
    if (ids.length === 0) return [...bottles];
    for (const id of ids) {
      const shown = await inTransaction(db, (tx) => countPrice(tx, id, now));
      if (shown !== null) bottles.add(shown);
    }
  }
}

async function countPrice(tx: Db, id: number, now: Date): Promise<number | null> {
  if (!(await isDue(tx, "prices", id, now))) return null;
  const price = await tx
    .selectFrom("prices")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const because = await reasonToHold(tx, price, now);
  const state = because === null ? ("shown" as const) : ("held" as const);
  const counted_at = because === null ? now.toISOString() : null;
  await tx
    .updateTable("prices")
    .set((row) => ({ state, counts_from: null, counted_at, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  if (because !== null) return null;
  await renewPrices(tx, [price], now);
  return price.perfume_id;
}

/** A new person's prices and words wait again: an operator's word that they count at once was undone. */
export async function letPricesWait(
  tx: Db,
  userId: string,
  from: string,
  now: Date,
): Promise<void> {
  const back = { counts_from: from, counted_at: null };
  const hidden = await tx
    .updateTable("prices")
    .set((row) => ({ ...back, state: "held" as const, version: row("version", "+", 1) }))
    .where("user_id", "=", userId)
    .where("state", "=", "shown")
    .where("decided_at", "is", null)
    .returning(["perfume_id", "kind", "currency"])
    .execute();
  await renewPrices(tx, hidden, now);
  const own = tx.updateTable("prices").where("user_id", "=", userId);
  // What operators have refused waits if that is undone; what they have removed, once they put it back.
  await own
    .set(back)
    .where("state", "=", "refused")
    .where("decided_at", "is not", null)
    .where("counted_at", "is not", null)
    .execute();
  await own
    .set({ ...back, own_state: "held" })
    .where("own_state", "=", "shown")
    .where("decided_at", "is", null)
    .execute();
  await tx
    .updateTable("price_gone")
    .set(back)
    .where("user_id", "=", userId)
    .where("counted_at", "is not", null)
    .execute();
}
