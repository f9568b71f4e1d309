import type { Db } from "#db/database.ts";
import type { Row } from "./tracked-tables.ts";

/** ms for which a change of the catalogue can be undone (RULES.md 26.5) */
export const undoTime = 30 * 24 * 60 * 60 * 1000;

/** As `Change`, read from the database. */
export type Stored = { place: string; key: Row; before: Row | null; after: Row | null };

/** @returns what a decision changed, in the order in which it was stored */
export async function readChanges(db: Db, entryId: number): Promise<Stored[]> {
  const rows = await db
    .selectFrom("changed_rows")
    .select(["place", "key", "before", "after"])
    .where("entry_id", "=", entryId)
    .orderBy("id")
    .execute();
  const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as Row));
  return rows.map(({ place, key, before, after }) => ({
    place,
    key: parse(key)!,
    before: parse(before),
    after: parse(after),
  }));
}

/** @returns whether what a decision changed is still known, so that `revert` can be tried */
export async function hasChangedRows(db: Db, entryId: number): Promise<boolean> {
  const row = await db
    .selectFrom("changed_rows")
    .select("id")
    .where("entry_id", "=", entryId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes what is too old to be undone (RULES.md 26.5). */
export async function deleteOldChangedRows(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("changed_rows")
    .where("at", "<", new Date(now.getTime() - undoTime).toISOString())
    .execute();
}

/** @returns the photos of bottles that an undo would show again */
export async function photosToKeep(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("changed_rows")
    .select("before")
    .where("place", "=", "perfumes")
    .where("before", "is not", null)
    .execute();
  return rows.flatMap(({ before }) => {
    const { foto } = JSON.parse(before!) as { foto?: string | null };
    return foto ? [foto] : [];
  });
}
