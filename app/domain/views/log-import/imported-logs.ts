import type { Db } from "#db/database.ts";
import { linesOf } from "./log-file.ts";

export interface Counted {
  digest: string;
  bytes: number;
}

interface Log {
  start: string;
  counted: Counted | null;
  known: string[];
}

/** ms; older lines are ignored, so that records of imports can be deleted */
export const oldestLine = 366 * 24 * 60 * 60 * 1000;

export class ImportedElsewhere extends Error {}

/** Recognises a log by content, even renamed, compressed or grown. @returns null if it has no complete line */
export async function findImported(db: Db, file: string): Promise<Log | null> {
  let log: Log | null = null;
  let rows: Counted[] = [];
  let furthest = 0;
  for await (const { end, digest } of linesOf(file)) {
    if (log === null) {
      const start = digest();
      rows = await beginningWith(db, start);
      log = { start, counted: null, known: rows.map((row) => row.digest) };
      furthest = Math.max(0, ...rows.map((row) => row.bytes));
    }
    if (end > furthest) break;
    if (rows.some(({ bytes }) => bytes === end)) {
      const here = digest();
      log.counted = rows.find((row) => row.digest === here) ?? log.counted;
    }
  }
  return log;
}

async function beginningWith(db: Db, start: string): Promise<Counted[]> {
  const rows = await db
    .selectFrom("imported_logs")
    .select(["digest", "bytes"])
    .where("start", "=", start)
    .execute();
  return rows.map(({ digest, bytes }) => ({ digest, bytes: Number(bytes) }));
}

/** Call it in the transaction that counts. @throws ImportedElsewhere if another import got further */
export async function noteImported(
  tx: Db,
  { start, known }: Log,
  before: Counted | null,
  reached: Counted,
  now: Date,
): Promise<void> {
  const row = { ...reached, at: now.toISOString() };
  const changed = before ? await update(tx, before, row) : await insert(tx, { start, ...row });
  if (!changed) throw new ImportedElsewhere();
  if (before) return;
  const others = await beginningWith(tx, start);
  if (others.some(({ digest }) => digest !== reached.digest && !known.includes(digest)))
    throw new ImportedElsewhere();
}

async function update(tx: Db, before: Counted, row: Counted & { at: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("imported_logs")
    .set(row)
    .where("digest", "=", before.digest)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function insert(tx: Db, row: Counted & { start: string; at: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("imported_logs")
    .values(row)
    .onConflict((one) => one.column("digest").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteOldImportedLogs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("imported_logs")
    .where("at", "<", new Date(now.getTime() - oldestLine).toISOString())
    .execute();
}
