import { createBackgroundYield } from "#app/jobs/yield-to-event-loop.ts";
import { sql } from "kysely";
import { addViews } from "#app/domain/catalog/update-bottle.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";

const stepSize = 200;

/** One transaction per step: a kill or a parallel run loses nothing and counts nothing twice (RULES.md 3.1). */
export async function foldNewViews(db: Db, signal?: AbortSignal): Promise<void> {
  const yieldToEventLoop = createBackgroundYield();
  for (let last = 0; ;) {
    if (signal?.aborted) return;
    const folded = await inTransaction(
      db,
      (tx) => fold(tx, (of) => of.where("perfume_id", ">", last).limit(stepSize)),
      "read committed",
    );
    if (folded.length === 0) return;
    last = folded.at(-1)!;
    await yieldToEventLoop();
  }
}

/** Adds pending views first, for code that itself changes `vistas`. */
export async function foldNewViewsOf(tx: Db, perfumeIds: number[]): Promise<void> {
  await fold(tx, (of) => of.where("perfume_id", "in", perfumeIds));
}

const newViews = (db: Db) =>
  db.selectFrom("perfume_new_views").select((row) => ["perfume_id", row.lit(0).as("views")]);

type NewViews = ReturnType<typeof newViews>;

async function fold(tx: Db, some: (all: NewViews) => NewViews): Promise<number[]> {
  // Changes nothing, but locks the rows in id order, as the view log does.
  const locked = await tx
    .insertInto("perfume_new_views")
    .columns(["perfume_id", "views"])
    .expression(some(newViews(tx)).orderBy("perfume_id"))
    .onConflict((known) =>
      known
        .column("perfume_id")
        .doUpdateSet((row) => ({ views: row.ref("perfume_new_views.views") })),
    )
    .returning("perfume_id")
    .execute();
  const ids = locked.map((row) => row.perfume_id).toSorted((a, b) => a - b);
  if (ids.length === 0) return ids;
  const views = sql<number>`coalesce((select views from perfume_new_views where perfume_id = perfumes.id), 0)`;
  await addViews(tx, ids, views);
  await tx.deleteFrom("perfume_new_views").where("perfume_id", "in", ids).execute();
  return ids;
}
