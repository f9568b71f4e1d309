import type { Db } from "#db/database.ts";
import { monthOf } from "#app/domain/catalog/perfumes.ts";

export interface CountedView {
  perfumeId: number;
  userId: string | null;
  at: Date;
  searched: boolean;
}

/** whose views are stored as rows (`VIEW_LOG`, RULES.md 3.1) */
export type RowsOf = "all" | "signed-in";

export const batchSize = 256;

/** Writes in id order, so that concurrent writers cannot deadlock (RULES.md 3.1). */
export async function writeViews(
  tx: Db,
  views: readonly CountedView[],
  rowsOf: RowsOf,
): Promise<void> {
  const there = await idsThere(
    views.map((view) => view.perfumeId),
    (ids) => tx.selectFrom("perfumes").select("id").where("id", "in", ids).execute(),
  );
  const written = views
    .filter((view) => there.has(view.perfumeId))
    .toSorted((a, b) => a.perfumeId - b.perfumeId);
  await addRows(tx, written, rowsOf);
  await addToMonths(tx, written);
  await addToNewViews(tx, written);
  await addToDays(tx, written);
}

async function addRows(tx: Db, views: CountedView[], rowsOf: RowsOf): Promise<void> {
  const people = await idsThere(
    views.flatMap(({ userId }) => (userId === null ? [] : [userId])),
    (ids) => tx.selectFrom("usuarios").select("id").where("id", "in", ids).execute(),
  );
  const rows = views
    .map(({ perfumeId, userId, at }) => ({
      perfume_id: perfumeId,
      user_id: userId !== null && people.has(userId) ? userId : null,
      created_at: at.toISOString(),
    }))
    .filter((row) => rowsOf === "all" || row.user_id !== null);
  for (const some of parts(rows)) await tx.insertInto("perfume_searches").values(some).execute();
}

async function addToMonths(tx: Db, views: CountedView[]): Promise<void> {
  const rows = [...Map.groupBy(views, ({ at }) => monthOf(at))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([month, some]) => byPerfume(some).map((row) => ({ month, ...row })));
  for (const some of parts(rows))
    await tx
      .insertInto("perfume_month_views")
      .values(some)
      .onConflict((known) =>
        known.columns(["month", "perfume_id"]).doUpdateSet((row) => ({
          views: row("perfume_month_views.views", "+", row.ref("excluded.views")),
        })),
      )
      .execute();
}

async function addToNewViews(tx: Db, views: CountedView[]): Promise<void> {
  for (const some of parts(byPerfume(views)))
    await tx
      .insertInto("perfume_new_views")
      .values(some)
      .onConflict((known) =>
        known.column("perfume_id").doUpdateSet((row) => ({
          views: row("perfume_new_views.views", "+", row.ref("excluded.views")),
        })),
      )
      .execute();
}

async function addToDays(tx: Db, views: CountedView[]): Promise<void> {
  const rows = [...Map.groupBy(views, ({ at }) => at.toISOString().slice(0, 10))]
    .map(([day, some]) => ({
      day,
      views: some.length,
      searched: some.filter((one) => one.searched).length,
    }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  for (const some of parts(rows))
    await tx
      .insertInto("day_views")
      .values(some)
      .onConflict((known) =>
        known.column("day").doUpdateSet((row) => ({
          views: row("day_views.views", "+", row.ref("excluded.views")),
          // Null if it was not counted for the whole day.
          searched: row("day_views.searched", "+", row.ref("excluded.searched")),
        })),
      )
      .execute();
}

const byPerfume = (views: CountedView[]) =>
  [...Map.groupBy(views, ({ perfumeId }) => perfumeId)].map(([perfume_id, some]) => ({
    perfume_id,
    views: some.length,
  }));

async function idsThere<Id extends string | number>(
  ids: readonly Id[],
  find: (ids: Id[]) => Promise<{ id: Id }[]>,
): Promise<Set<Id>> {
  const asked = [...new Set(ids)].toSorted();
  if (asked.length === 0) return new Set();
  const size = 2 ** Math.ceil(Math.log2(asked.length));
  const filledUp = [...asked, ...Array<Id>(size - asked.length).fill(asked[0]!)];
  return new Set((await find(filledUp)).map(({ id }) => id));
}

/** Powers of two: one statement per size would evict others from the prepared-statement cache. */
function* parts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length;) {
    const size = Math.min(batchSize, 2 ** Math.floor(Math.log2(rows.length - from)));
    yield rows.slice(from, from + size);
    from += size;
  }
}

/** Callers move `perfumes.vistas` with the bottle. */
export async function moveViews(tx: Db, oldId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("perfume_searches")
    .set({ perfume_id: intoId })
    .where("perfume_id", "=", oldId)
    .execute();
  await tx
    .insertInto("perfume_month_views")
    .columns(["month", "perfume_id", "views"])
    .expression((of) =>
      of
        .selectFrom("perfume_month_views")
        .select((row) => ["month", row.val(intoId).as("perfume_id"), "views"])
        .where("perfume_id", "=", oldId),
    )
    .onConflict((known) =>
      known.columns(["month", "perfume_id"]).doUpdateSet((row) => ({
        views: row("perfume_month_views.views", "+", row.ref("excluded.views")),
      })),
    )
    .execute();
}
