import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { type List, lists } from "./lists.ts";
import type { VisitorShelf } from "./visitor-shelf.ts";
import { rememberIfAsked } from "./weekly-subscription.ts";
import { sql } from "kysely";

export const maxBottles = 1000;
const bottlesPerPage = 48;

export interface ShelfBottle {
  perfumeId: number;
  list: List;
  since: string;
}

/** Adds a bottle, or moves it from another list; a merged bottle counts as the remaining one (RULES.md 1.9). @throws Refused "full-shelf", "no-such-perfume", "no-such-person" */
export async function addToShelf(
  db: Db,
  userId: string,
  { perfumeId: sentId, list }: { perfumeId: number; list: List },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireWriter(tx, userId);
    const perfumeId = await currentPerfumeId(tx, sentId);
    if (perfumeId === undefined) throw new Refused("no-such-perfume");
    const known = await listsOf(tx, userId, [perfumeId]);
    if (known.get(perfumeId) === list) return;
    if (!known.has(perfumeId) && (await countShelf(tx, userId)).all >= maxBottles)
      throw new Refused("full-shelf");
    await put(tx, userId, { perfumeId, list, since: now.toISOString() });
    if (list === "want") await rememberIfAsked(tx, userId, [perfumeId], now);
  });
}

export async function put(
  tx: Db,
  userId: string,
  { perfumeId, list, since }: ShelfBottle,
): Promise<void> {
  await tx
    .insertInto("shelf")
    .values({ user_id: userId, perfume_id: perfumeId, list, since })
    .onConflict((known) => known.columns(["user_id", "perfume_id"]).doUpdateSet({ list, since }))
    .execute();
}

/** By its id or one it had before a merge. */
export async function removeFromShelf(db: Db, userId: string, perfumeId: number): Promise<void> {
  const current = await currentPerfumeId(db, perfumeId);
  if (current === undefined) return;
  await db
    .deleteFrom("shelf")
    .where("user_id", "=", userId)
    .where("perfume_id", "=", current)
    .execute();
}

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

type ShelfCounts = Record<List | "all", number>;

export async function countShelf(db: Db, userId: string): Promise<ShelfCounts> {
  const rows = await db
    .selectFrom("shelf")
    .select((row) => ["list", row.fn.countAll<number>().as("n")])
    .where("user_id", "=", userId)
    .groupBy("list")
    .execute();
  return countsOf(rows.map(({ list, n }) => [list, Number(n)]));
}

/** Accepts repeated lists. */
export function countsOf(bottles: Iterable<readonly [List, number]>): ShelfCounts {
  const counts = { all: 0, want: 0, have: 0, had: 0 };
  for (const [list, n] of bottles) {
    counts[list] += n;
    counts.all += n;
  }
  return counts;
}

export const pagesOfShelf = ({ all }: ShelfCounts) => Math.max(1, Math.ceil(all / bottlesPerPage));

/** List by list, each newest first. @param page from 1 */
export async function readShelf(db: Db, userId: string, page: number): Promise<ShelfBottle[]> {
  const rows = await shelfOf(db, userId)
    .limit(bottlesPerPage)
    .offset((page - 1) * bottlesPerPage)
    .execute();
  return rows.map(toBottle);
}

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

export function pageOf(shelf: VisitorShelf, page: number): ShelfBottle[] {
  const ordered = lists.flatMap((list) => shelf.filter((bottle) => bottle.list === list));
  return ordered.slice((page - 1) * bottlesPerPage, page * bottlesPerPage);
}

/**
 * Moves shelf entries and dupe alerts to the other bottle. What is there already keeps its list and language, and takes
 * the earlier date. The figures last sent about the old bottle's dupes do not apply to the other one.
 */
export async function moveShelf(tx: Db, oldId: number, intoId: number): Promise<void> {
  for (const [table, column] of [
    ["shelf", "list"],
    ["dupe_alerts", "language"],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (user_id, perfume_id, since, ${sql.ref(column)})
      select user_id, ${intoId}, since, ${sql.ref(column)} from ${sql.table(table)} where perfume_id = ${oldId}
      on conflict (user_id, perfume_id) do update set since = excluded.since
        where excluded.since < ${sql.ref(`${table}.since`)}`.execute(tx);
}
