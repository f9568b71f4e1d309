import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import type { Row } from "./tracked-tables.ts";

const day = 24 * 60 * 60 * 1000;
/** ms during which a decision can be undone (RULES.md 10.9, 10.18) */
export const undoTime = 30 * day;
/** of a bottle's removal */
export const removalTime = 7 * day;

/** Only the columns that differ; the whole row if it was added or deleted. */
export interface Change {
  place: string;
  key: string;
  before: Row | null;
  after: Row | null;
}

export type Stored = { place: string; key: Row; before: Row | null; after: Row | null };

export async function writeChanges(
  tx: Db,
  entryId: number,
  changes: Change[],
  now: Date,
): Promise<void> {
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

export async function hasChangedRows(db: Db, entryId: number): Promise<boolean> {
  const row = await db
    .selectFrom("changed_rows")
    .select("id")
    .where("entry_id", "=", entryId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isChangedAfter(
  db: Db,
  place: string,
  key: Row,
  entryId: number,
): Promise<boolean> {
  const later = await db
    .selectFrom("changed_rows")
    .innerJoin("audit_log", "audit_log.id", "entry_id")
    .select("entry_id")
    .where("entry_id", ">", entryId)
    .where("place", "=", place)
    .where("key", "=", JSON.stringify(key))
    .where("undone_by", "is", null)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

export async function idsInUndoData(db: Db, userId: string, place: string): Promise<number[]> {
  const rows = await db
    .selectFrom("changed_rows")
    .select("key")
    .where("user_id", "=", userId)
    .where("place", "=", place)
    .where("after", "is", null)
    .execute();
  return rows.map(({ key }) => (JSON.parse(key) as { id: number }).id);
}

export async function deleteOldChangedRows(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.deleteFrom("changed_rows").where("at", "<", before(undoTime)).execute();
  await db
    .deleteFrom("changed_rows")
    .where("at", "<", before(removalTime))
    .where("entry_id", "in", (from) =>
      from
        .selectFrom("audit_log")
        .select("id")
        .where("action", "=", "remove")
        .where("at", ">=", before(undoTime)),
    )
    .execute();
}

/** Photos that an undo could restore. */
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
