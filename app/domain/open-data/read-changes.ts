import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "#db/database.ts";
import { isUnavailable } from "#db/errors.ts";
import { idsOf, lastChange, numberChanges } from "./change-numbers.ts";
import { type DataFile, dataFiles, type DataRow, isDataFile, rowById } from "./data-files.ts";

/** Read in a few ms: whoever asks for a page meanwhile waits for no more. */
const batch = 100;
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

/** While nothing can be written, readers get what has its id. */
function ifUnavailable(error: unknown): void {
  if (!isUnavailable(error)) throw error;
}

type InTurn = <T>(read: () => Promise<T>) => Promise<T>;

export type ChangeLog = ReturnType<typeof createChangeLog>;

/** Readers of the whole log take turns, and pages come between any two. */
export function createChangeLog(db: Db) {
  let reading: Promise<unknown> = Promise.resolve();
  const inTurn: InTurn = (read) => {
    const turn = reading.then(() => nextTurn()).then(read);
    reading = turn.catch(() => {});
    return turn;
  };
  return {
    /** @returns the changes after one, of each row the newest; null for a change that is not yet */
    async since(since: number): Promise<AsyncGenerator<Change> | null> {
      await numberChanges(db, numberedAtOnce).catch(ifUnavailable);
      const last = await lastChange(db);
      return since > last ? null : readChanges(db, since, last, inTurn);
    },
  };
}

async function* readChanges(
  db: Db,
  since: number,
  last: number,
  inTurn: InTurn,
): AsyncGenerator<Change> {
  for (let after = since; ;) {
    const { changes, rows } = await inTurn(() => readSome(db, after, last));
    if (changes.length === 0) return;
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

async function readSome(db: Db, after: number, last: number) {
  const changes = await db
    .selectFrom("data_changes")
    .select(["number", "file", "row_id", "shown_since", "at"])
    .where("number", ">", after)
    .where("number", "<=", last)
    .orderBy("number")
    .limit(batch)
    .execute();
  const rows = new Map<string, Map<number, DataRow>>();
  for (const file of dataFiles) rows.set(file, await rowById(db, file, idsOf(changes, file)));
  return { changes, rows };
}

const kindOf = (
  { old_id, perfume_id }: DataRow,
  isNew: boolean,
): Omit<Change, "id" | "at" | "file" | "row"> =>
  old_id === undefined
    ? { kind: isNew ? "add" : "change" }
    : { kind: "merge", old_id: Number(old_id), into: Number(perfume_id) };
