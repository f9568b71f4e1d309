import { haveTooManySources } from "#app/domain/catalog/sources.ts";
import { ballots, recount as recountBallots } from "#app/domain/reviews/due-voices.ts";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { refreshBottle } from "#app/domain/prices/refresh-summaries.ts";
import { undoDelete, changedSince, find, undoInsert, undoUpdate } from "./undo-row.ts";
import { excludables, settle } from "./exclusions.ts";
import { readChanges, type Stored } from "./changed-rows.ts";
import { type Row, type TrackedTable, trackedTables } from "./tracked-tables.ts";
import { putViewsBack } from "./views.ts";

/** Keeps what people changed since and recomputes figures (RULES.md 10.9). @throws Refused "changed-since": roll the transaction back */
export async function revert(tx: Db, entryId: number, now: Date): Promise<void> {
  try {
    await putBack(tx, entryId, now);
  } catch (error) {
    // Another row took its place, or its parent was deleted.
    if (isConstraint(error)) throw changedSince();
    throw error;
  }
}

async function putBack(tx: Db, entryId: number, now: Date): Promise<void> {
  const changes = await withoutUnlisted(tx, await readChanges(tx, entryId));
  const of = (place: TrackedTable) => changes.filter((one) => one.place === place.name);
  for (const place of trackedTables.toReversed())
    for (const change of of(place))
      if (!change.before) await undoInsert(tx, place, change, entryId);
  for (const place of trackedTables) {
    for (const change of of(place))
      if (change.before && change.after) await undoUpdate(tx, place, change, entryId, now);
    for (const change of of(place)) if (!change.after) await undoDelete(tx, place, change);
  }
  // Others took its place since (RULES.md 1.15).
  const sourced = changes.flatMap(({ place, before }) =>
    place === "dupe_sources" && typeof before?.dupe_id === "number" ? before.dupe_id : [],
  );
  if (await haveTooManySources(tx, sourced)) throw changedSince();
  await putViewsBack(tx, changes);
  await recount(tx, changes, now);
}

/** A person who took the remaining bottle off a list since gets neither bottle back. */
async function withoutUnlisted(tx: Db, changes: Stored[]): Promise<Stored[]> {
  const merged = changes.find(
    ({ place, before, after }) => place === "perfume_redirects" && !before && after,
  );
  const kept: Stored[] = [];
  for (const change of changes) {
    const place = trackedTables.find(({ name }) => name === change.place);
    const mayHaveLeft = place?.listed && !change.after && merged;
    const listed = () => find(tx, place!, { ...change.key, ...pick(merged!.after!, "perfume_id") });
    if (!mayHaveLeft || (await listed())) kept.push(change);
  }
  return kept;
}

const pick = (row: Row, column: string): Row => ({ [column]: row[column] });

async function recount(tx: Db, changes: Stored[], now: Date): Promise<void> {
  const named = new Set<number>();
  const bottles = new Set<number>();
  for (const { place, key, before, after } of changes)
    for (const row of [key, before, after]) {
      const dupe = place === "dupes" ? row?.id : row?.dupe_id;
      if (typeof dupe === "number") named.add(dupe);
      const hasPrices = place === "prices" || place === "perfume_redirects";
      if (hasPrices && typeof row?.perfume_id === "number") bottles.add(row.perfume_id);
    }
  const dupes = await tx
    .selectFrom("dupes")
    .select("id")
    .where("id", "in", [...named])
    .execute();
  const ids = dupes.map(({ id }) => id);
  for (const subject of excludables) {
    const rows = changes.filter(({ place }) => place === subject);
    await settle[subject](
      tx,
      rows.map(({ key }) => key.id as number),
      now,
    );
  }
  await silenceSuspended(tx, now);
  for (const table of ballots) await recountBallots[table](tx, ids);
  for (const id of bottles) await refreshBottle(tx, id, now);
}
