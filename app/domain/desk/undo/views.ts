import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import { type Change, type Stored } from "./changed-rows.ts";

const place = "perfume_searches";

type View = [id: number, at: string];

/** A merge moves views, so their ids are enough. */
export async function idsOfViews(db: Db, perfumeId: number): Promise<Change[]> {
  const ids = (await viewsOf(db, perfumeId)).map(({ id }) => id);
  return ids.length === 0 ? [] : [{ place, key: "{}", before: { ids }, after: null }];
}

/** A removal deletes views. Each person's are a row of their own, which is deleted with their account. */
export async function viewsByPerson(db: Db, perfumeId: number): Promise<Change[]> {
  const byPerson = Map.groupBy(await viewsOf(db, perfumeId), ({ user_id }) => user_id);
  return [...byPerson].flatMap(([user_id, all]) =>
    [...chunks(all, 1000)].map((some) => ({
      place,
      key: JSON.stringify({ perfume_id: perfumeId }),
      before: { user_id, views: some.map(({ id, created_at }): View => [id, created_at]) },
      after: null,
    })),
  );
}

async function viewsOf(db: Db, perfumeId: number) {
  return db
    .selectFrom("perfume_searches")
    .select(["id", "user_id", "created_at"])
    .where("perfume_id", "=", perfumeId)
    .execute();
}

export async function putViewsBack(tx: Db, changes: Stored[]): Promise<void> {
  for (const change of changes)
    if (change.place === place && change.before!.views) await insertViews(tx, change);
  await moveViewsBack(tx, changes);
}

async function insertViews(tx: Db, { key, before }: Stored): Promise<void> {
  const { user_id, views } = before as { user_id: string | null; views: View[] };
  const perfume_id = key.perfume_id as number;
  for (const some of chunks(views)) {
    const row = ([, created_at]: View) => ({ perfume_id, user_id, created_at });
    const insert = () => tx.insertInto("perfume_searches");
    const kept = await insert()
      .values(some.map((view) => ({ id: view[0], ...row(view) })))
      .onConflict((one) => one.doNothing())
      .returning("id")
      .execute();
    const ids = new Set(kept.map(({ id }) => id));
    // SQLite gives the highest ids again after their rows were deleted.
    const others = some.filter(([id]) => !ids.has(id));
    if (others.length > 0) await insert().values(others.map(row)).execute();
  }
}

async function moveViewsBack(tx: Db, changes: Stored[]): Promise<void> {
  const moved = changes.find((change) => change.place === place && change.before!.ids);
  const redirect = changes.find(
    ({ place: table, before, after }) => table === "perfume_redirects" && !before && after,
  );
  if (!moved || !redirect) return;
  for (const ids of chunks(moved.before!.ids as number[]))
    await tx
      .updateTable("perfume_searches")
      .set({ perfume_id: redirect.key.old_id as number })
      .where("id", "in", ids)
      .where("perfume_id", "=", redirect.after!.perfume_id as number)
      .execute();
}
