import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { type List, lists } from "./lists.ts";
import { currentShelf, type VisitorShelf } from "./visitor-shelf.ts";
import { rememberIfAsked } from "./weekly-subscription.ts";

/** Bottles on the shelf of an account (RULES.md 20.1). */
export const maxBottles = 1000;
const bottlesPerPage = 48;

export interface ShelfBottle {
  perfumeId: number;
  list: List;
  /** ISO 8601, since when it is in that list */
  since: string;
}

type AddOutcome = "added" | "too-many" | "no-such-perfume" | "no-such-person";

/**
 * Puts a bottle into a list of a person's shelf, also one that is in another list of it. Of a merged bottle it is the other
 * one (RULES.md 5.12).
 * @returns "added", or why nothing was stored: "too-many" (there are 1,000 others), "no-such-perfume", "no-such-person"
 */
export async function addToShelf(
  db: Db,
  userId: string,
  { perfumeId: sentId, list }: { perfumeId: number; list: List },
  now: Date,
): Promise<AddOutcome> {
  return inTransaction(db, async (tx): Promise<AddOutcome> => {
    if (!(await mayWrite(tx, userId))) return "no-such-person";
    const perfumeId = await currentPerfumeId(tx, sentId);
    if (perfumeId === undefined) return "no-such-perfume";
    const known = await listsOf(tx, userId, [perfumeId]);
    if (known.get(perfumeId) === list) return "added";
    if (!known.has(perfumeId) && (await countShelf(tx, userId)).all >= maxBottles)
      return "too-many";
    await put(tx, userId, { perfumeId, list, since: now.toISOString() });
    if (list === "want") await rememberIfAsked(tx, userId, [perfumeId], now);
    return "added";
  });
}

async function put(tx: Db, userId: string, { perfumeId, list, since }: ShelfBottle): Promise<void> {
  await tx
    .insertInto("shelf")
    .values({ user_id: userId, perfume_id: perfumeId, list, since })
    .onConflict((known) => known.columns(["user_id", "perfume_id"]).doUpdateSet({ list, since }))
    .execute();
}

/** Takes a bottle off a person's shelf, by its id or one that it had before a merge. */
export async function removeFromShelf(db: Db, userId: string, perfumeId: number): Promise<void> {
  const current = await currentPerfumeId(db, perfumeId);
  if (current === undefined) return;
  await db
    .deleteFrom("shelf")
    .where("user_id", "=", userId)
    .where("perfume_id", "=", current)
    .execute();
}

/**
 * Moves the shelf of who was signed out into their account, in one transaction: the union of both (RULES.md 20.2). A bottle
 * on both stays in the list into which it was put last; of a merged bottle it is the other one, a removed one is left out.
 * @returns what there was no room for
 */
export async function joinShelf(
  db: Db,
  userId: string,
  shelf: VisitorShelf,
  now: Date,
): Promise<VisitorShelf> {
  if (shelf.length === 0) return [];
  return inTransaction(db, async (tx) => {
    if (!(await mayWrite(tx, userId))) return shelf;
    // In here, so that no bottle goes between the two.
    const current = await currentShelf(tx, shelf);
    const own = await datesOf(
      tx,
      userId,
      current.map(({ perfumeId }) => perfumeId),
    );
    let room = maxBottles - (await countShelf(tx, userId)).all;
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

async function datesOf(
  db: Db,
  userId: string,
  perfumeIds: number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("shelf")
    .select(["perfume_id", "since"])
    .where("user_id", "=", userId)
    .where("perfume_id", "in", perfumeIds)
    .execute();
  return new Map(rows.map(({ perfume_id, since }) => [perfume_id, since]));
}

/** @returns in which list each of these bottles is; those that are not on the shelf are missing */
export async function listsOf(
  db: Db,
  userId: string,
  perfumeIds: readonly number[],
): Promise<ReadonlyMap<number, List>> {
  const rows = await db
    .selectFrom("shelf")
    .select(["perfume_id", "list"])
    .where("user_id", "=", userId)
    .where("perfume_id", "in", perfumeIds)
    .execute();
  return new Map(rows.map(({ perfume_id, list }) => [perfume_id, list]));
}

/** How many bottles are in each list. */
export type ShelfCounts = Record<List | "all", number>;

export async function countShelf(db: Db, userId: string): Promise<ShelfCounts> {
  const rows = await db
    .selectFrom("shelf")
    .select((row) => ["list", row.fn.countAll<number>().as("n")])
    .where("user_id", "=", userId)
    .groupBy("list")
    .execute();
  return countsOf(rows.map(({ list, n }) => [list, Number(n)]));
}

/** @param bottles by list, with how many; a list may come several times */
export function countsOf(bottles: Iterable<readonly [List, number]>): ShelfCounts {
  const counts = { all: 0, want: 0, have: 0, had: 0 };
  for (const [list, n] of bottles) {
    counts[list] += n;
    counts.all += n;
  }
  return counts;
}

/** @returns the number of pages of a shelf, 1 at least */
export const pagesOfShelf = ({ all }: ShelfCounts) => Math.max(1, Math.ceil(all / bottlesPerPage));

/** One page (from 1) of a person's shelf: list by list, in each what came last first. */
export async function readShelf(db: Db, userId: string, page: number): Promise<ShelfBottle[]> {
  const rows = await shelfOf(db, userId)
    .limit(bottlesPerPage)
    .offset((page - 1) * bottlesPerPage)
    .execute();
  return rows.map(toBottle);
}

/** @returns a person's whole shelf, 1,000 bottles at most */
export async function readWholeShelf(db: Db, userId: string): Promise<ShelfBottle[]> {
  return (await shelfOf(db, userId).execute()).map(toBottle);
}

function shelfOf(db: Db, userId: string) {
  return db
    .selectFrom("shelf")
    .select(["perfume_id", "list", "since"])
    .where("user_id", "=", userId)
    .orderBy((row) => row.case("list").when("want").then(0).when("have").then(1).else(2).end())
    .orderBy("since", "desc")
    .orderBy("perfume_id");
}

const toBottle = ({ perfume_id, ...row }: { perfume_id: number; list: List; since: string }) => ({
  perfumeId: perfume_id,
  ...row,
});

/** One page (from 1) of a visitor's shelf, in the same order. */
export function pageOf(shelf: VisitorShelf, page: number): ShelfBottle[] {
  const ordered = lists.flatMap((list) => shelf.filter((bottle) => bottle.list === list));
  return ordered.slice((page - 1) * bottlesPerPage, page * bottlesPerPage);
}
