import type { Db } from "#db/database.ts";
import { linesOf } from "./log-file.ts";

/** How far a log was counted. */
export interface Counted {
  digest: string;
  bytes: number;
}

/** A log, and what was imported of it or of others that begin like it. */
interface Log {
  /** digest of its first line */
  start: string;
  /** how far it was counted, null when it was not */
  counted: Counted | null;
  /** digests of all of them */
  known: string[];
}

/** ms after which no line is counted, so that what was imported need not be known for longer */
export const oldestLine = 366 * 24 * 60 * 60 * 1000;

/** Another process counts the same log now. */
export class ImportedElsewhere extends Error {}

/**
 * Recognises a log by its content, whatever it is called, compressed or not, and also when it has grown since.
 * @returns null when it has no line
 */
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

/**
 * Notes how far a log is counted, in the transaction that counts.
 * @throws ImportedElsewhere when it has been counted further meanwhile
 */
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

/** Forgets logs of which no line would be counted any more (RULES.md 9.1). */
export async function deleteOldImportedLogs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("imported_logs")
    .where("at", "<", new Date(now.getTime() - oldestLine).toISOString())
    .execute();
}
