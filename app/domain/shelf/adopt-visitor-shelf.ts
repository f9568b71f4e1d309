import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { maxBottles, put, readWholeShelf } from "./shelf-entries.ts";
import { currentShelf, type VisitorShelf } from "./visitor-shelf.ts";
import { rememberIfAsked } from "./weekly-subscription.ts";

/** A bottle on both shelves stays in the list it was added to last (RULES.md 7.2). @returns bottles that did not fit */
export async function joinShelf(
  db: Db,
  userId: string,
  shelf: VisitorShelf,
  now: Date,
): Promise<VisitorShelf> {
  if (shelf.length === 0) return [];
  return inTransaction(db, async (tx) => {
    if (!(await mayWrite(tx, userId))) return shelf;
    // In the transaction, so that no bottle is merged or removed meanwhile.
    const current = await currentShelf(tx, shelf);
    const own = new Map(
      (await readWholeShelf(tx, userId)).map(({ perfumeId, since }) => [perfumeId, since]),
    );
    let room = maxBottles - own.size;
    const left: VisitorShelf = [];
    const wanted: number[] = [];
    for (const bottle of current) {
      const known = own.get(bottle.perfumeId);
      if (known !== undefined && known >= bottle.since) continue;
      if (known === undefined && room-- <= 0) {
        left.push(bottle);
        continue;
      }
      await put(tx, userId, bottle);
      if (bottle.list === "want") wanted.push(bottle.perfumeId);
    }
    await rememberIfAsked(tx, userId, wanted, now);
    return left;
  });
}
