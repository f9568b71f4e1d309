import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "#db/database.ts";
import { isUnavailable } from "#db/errors.ts";
import { lastChange, numberChanges, rowsAbout } from "./change-numbers.ts";
import { type DataFile, type DataRow, isDataFile } from "./data-files.ts";

/** Read in a few ms: whoever asks for a page meanwhile waits for no more. */
const batch = 100;
/** Numbered for one reader; the rest is for the next one. */
const numberedAtOnce = 4;
/** lines of an answer */
const pageLines = 5000;

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
    /** @returns what reads the changes after one, up to the `last` that there is; null for a change that is not yet */
    async since(since: number) {
      await numberChanges(db, numberedAtOnce).catch(ifUnavailable);
      const last = await lastChange(db);
      return since > last ? null : { last, read: () => readPage(db, since, last, inTurn) };
    },
  };
}

/** @returns of each row the newest change, and after which one the next page begins */
async function readPage(db: Db, since: number, last: number, inTurn: InTurn) {
  const lines: Change[] = [];
  let after = since;
  while (after < last && lines.length < pageLines) {
    const most = Math.min(batch, pageLines - lines.length);
    const { changes, rows } = await inTurn(() => readSome(db, after, last, most));
    if (changes.length === 0) return { changes: lines, next: null };
    for (const { number, file, row_id, shown_since, at } of changes) {
      if (!isDataFile(file)) continue;
      const row = rows.get(file)!.get(row_id);
      const line = { id: number!, at, file };
      if (row) lines.push({ ...line, ...kindOf(row, (shown_since ?? number!) > since), row });
      // Whoever reads from the start never had it.
      else if (since > 0) lines.push({ ...line, kind: "remove", row: { id: row_id } });
    }
    after = changes.at(-1)!.number!;
  }
  return { changes: lines, next: after < last ? after : null };
}

async function readSome(db: Db, after: number, last: number, most: number) {
  const changes = await db
    .selectFrom("data_changes")
    .select(["number", "file", "row_id", "shown_since", "at"])
    .where("number", ">", after)
    .where("number", "<=", last)
    .orderBy("number")
    .limit(most)
    .execute();
  return { changes, rows: await rowsAbout(db, changes) };
}

const kindOf = (
  { old_id, perfume_id }: DataRow,
  isNew: boolean,
): Omit<Change, "id" | "at" | "file" | "row"> =>
  old_id === undefined
    ? { kind: isNew ? "add" : "change" }
    : { kind: "merge", old_id: Number(old_id), into: Number(perfume_id) };
