import type { Db } from "#db/database.ts";
import { idsOf, lastChange, numberChanges } from "./change-numbers.ts";
import { type DataFile, dataFiles, type DataRow, isDataFile, rowById } from "./data-files.ts";

const batch = 500;
/** Numbered for one reader; the rest is for the next one. */
const numberedAtOnce = 4;

/** A line of `/data/changes.jsonl` (RULES.md 15.3). */
export interface Change {
  id: number;
  at: string;
  kind: "add" | "change" | "merge" | "remove";
  file: DataFile;
  /** of a removal only its id */
  row: DataRow | { id: number };
  /** of a merge: the bottle that is no longer there, and the one that it belongs to */
  old_id?: number;
  into?: number;
}

/** @returns the changes after one, of each row the newest; null for a change that is not yet */
export async function changesSince(db: Db, since: number): Promise<AsyncGenerator<Change> | null> {
  await numberChanges(db, numberedAtOnce);
  const last = await lastChange(db);
  return since > last ? null : readChanges(db, since, last);
}

async function* readChanges(db: Db, since: number, last: number): AsyncGenerator<Change> {
  for (let after = since; ;) {
    const changes = await db
      .selectFrom("data_changes")
      .select(["number", "file", "row_id", "shown_since", "at"])
      .where("number", ">", after)
      .where("number", "<=", last)
      .orderBy("number")
      .limit(batch)
      .execute();
    if (changes.length === 0) return;
    const rows = new Map<string, Map<number, DataRow>>();
    for (const file of dataFiles) rows.set(file, await rowById(db, file, idsOf(changes, file)));
    for (const { number, file, row_id, shown_since, at } of changes) {
      if (!isDataFile(file)) continue;
      const row = rows.get(file)!.get(row_id);
      const line = { id: number!, at, file };
      if (row) yield { ...line, ...kindOf(row, (shown_since ?? number!) > since), row };
      // Whoever reads from the start never had it.
      else if (since > 0) yield { ...line, kind: "remove", row: { id: row_id } };
    }
    after = changes.at(-1)!.number!;
  }
}

const kindOf = (
  { old_id, perfume_id }: DataRow,
  isNew: boolean,
): Omit<Change, "id" | "at" | "file" | "row"> =>
  old_id === undefined
    ? { kind: isNew ? "add" : "change" }
    : { kind: "merge", old_id: Number(old_id), into: Number(perfume_id) };
