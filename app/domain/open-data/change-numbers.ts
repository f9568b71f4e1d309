import { type Expression, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { claimed, inIndexOrder, oneAtATime } from "#db/dialect.ts";
import { inTransaction } from "#db/transactions.ts";
import { dataFiles, type DataRow, rowById } from "./data-files.ts";

const batch = 500;

export async function lastChange(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom("data_changes")
    .select((row) => row.fn.max("number").as("last"))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/**
 * Gives ended changes their ids. Only here, one process at a time: ids given by the transactions that make changes could
 * end in another order than they began, and a reader who asks for what is newer than the last one would miss some.
 * @param most batches; the rest waits for the next call
 */
export async function numberChanges(db: Db, most = Infinity): Promise<void> {
  let after: Key = { at: "", file: "", row_id: 0 };
  // Most readers find nothing to number, and keep nobody from writing.
  if (!(await waitingIn(db, after).select("file").limit(1).executeTakeFirst())) return;
  for (let done = 0; done < most; done++) {
    const numbered = await inTransaction(db, (tx) => numberSome(tx, after), "read committed");
    if (numbered.length < batch) return;
    // Not from the start again: PostgreSQL's index still has what was numbered.
    after = numbered.at(-1)!;
  }
}

type Key = Pick<Waiting, "at" | "file" | "row_id">;

const waitingIn = (db: Db, { at, file, row_id }: Key) =>
  db
    .selectFrom("data_changes")
    .where("waits", "=", 1)
    .where(sql<boolean>`(at, file, row_id) > (${at}, ${file}, ${row_id})`)
    .orderBy("at")
    .orderBy("file")
    .orderBy("row_id");

interface Waiting {
  file: string;
  row_id: number;
  number: number | null;
  shown_since: number | null;
  at: string;
}

async function numberSome(tx: Db, after: Key): Promise<Waiting[]> {
  await oneAtATime(tx, "changes");
  await inIndexOrder(tx);
  // Rows that a running transaction is changing get their id after it has ended.
  const waiting = await claimed(
    tx,
    waitingIn(tx, after).select(["file", "row_id", "number", "shown_since", "at"]).limit(batch),
  ).execute();
  if (waiting.length === 0) return waiting;
  const shown = await rowsAbout(tx, waiting);
  let last = await lastChange(tx);
  const numbered = waiting.map((row) => {
    const isShown = shown.get(row.file)!.has(row.row_id);
    // What was never shown is nobody's business.
    if (!isShown && row.number === null) return { ...row, waits: 0 as const };
    const isGone = !isShown && row.shown_since === null;
    const number = isGone ? row.number! : ++last;
    return {
      ...row,
      waits: 0 as const,
      number,
      shown_since: isShown ? (row.shown_since ?? number) : null,
    };
  });
  await save(tx, numbered);
  return waiting;
}

/** @returns the rows that changes are about, if they are shown */
export async function rowsAbout(
  db: Db,
  changes: Pick<Waiting, "file" | "row_id">[],
): Promise<Map<string, Map<number, DataRow>>> {
  const found = new Map<string, Map<number, DataRow>>();
  for (const file of dataFiles) {
    const ids = changes.filter((one) => one.file === file).map(({ row_id }) => row_id);
    found.set(file, await rowById(db, file, ids));
  }
  return found;
}

async function save(tx: Db, rows: (Waiting & { waits: 0 })[]): Promise<void> {
  const excluded = (name: string): Expression<any> => sql.ref(`excluded.${name}`);
  await tx
    .insertInto("data_changes")
    .values(rows)
    .onConflict((known) =>
      known.columns(["file", "row_id"]).doUpdateSet({
        number: excluded("number"),
        shown_since: excluded("shown_since"),
        waits: 0,
      }),
    )
    .execute();
}
