import { foldNewViewsOf } from "#app/domain/views/new-views.ts";
import type { Db } from "#db/database.ts";
import { chunks } from "./chunks.ts";
import { type Change, differences, type Scope, take } from "./snapshot.ts";
import type { Row } from "./tracked-tables.ts";

/**
 * Does work and finds out what it changed.
 * @param scope what the work may change; what comes to it by the work is found, too
 * @returns what the work returned, and a function that stores the changes for `revert`, to be called with the entry of the log
 */
export async function watched<T>(
  tx: Db,
  scope: Scope,
  work: () => Promise<T>,
): Promise<{ result: T; store: (entryId: number, now: Date, added?: number[]) => Promise<void> }> {
  // An undo takes back what is added to `vistas` by the work, and nothing else.
  if (scope.whole) await foldNewViewsOf(tx, scope.perfumes);
  const before = await take(tx, scope);
  const views = scope.whole ? await viewsOf(tx, scope.perfumes[0]!) : [];
  const result = await work();
  async function store(entryId: number, now: Date, added: number[] = []) {
    const dupes = [...(scope.dupes ?? []), ...added];
    const after = await take(tx, { ...scope, dupes }, before);
    const changes = differences(before, after);
    if (views.length > 0)
      changes.push({ place: "perfume_searches", key: "{}", before: { ids: views }, after: null });
    await write(tx, entryId, changes, now);
  }
  return { result, store };
}

async function viewsOf(db: Db, perfumeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("perfume_searches")
    .select("id")
    .where("perfume_id", "=", perfumeId)
    .execute();
  return rows.map(({ id }) => id);
}

async function write(tx: Db, entryId: number, changes: Change[], now: Date): Promise<void> {
  const json = (row: Row | null) => row && JSON.stringify(row);
  const rows = changes.map(({ place, key, before, after }) => ({
    entry_id: entryId,
    at: now.toISOString(),
    place,
    key,
    user_id: ((before && after ? null : (before ?? after)!.user_id) as string | undefined) ?? null,
    before: json(before),
    after: json(after),
  }));
  for (const some of chunks(rows, 100)) await tx.insertInto("changed_rows").values(some).execute();
}
