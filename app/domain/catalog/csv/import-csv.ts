import type { z } from "zod";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type BadLine, type CsvFile, type Line, readCsv } from "./read-csv.ts";
import { catalogChanged } from "../catalog-version.ts";

export type ImportOutcome =
  | {
      done: true;
      added: number;
      changed: number;
      unchanged: number;
      readAs?: CsvFile<unknown>["readAs"];
      /** lines that are right, but changed nothing for a reason */
      leftOut?: BadLine[];
    }
  | { done: false; bad: BadLine[] };

export type Progress = (done: number, total: number) => void;

interface Kind<Row> {
  /** two lines with the same key are bad */
  key: (row: Row) => string;
  /** called with the lines whose cells are valid */
  check?: (db: Db, rows: Line<Row>[]) => Promise<BadLine[]>;
  write: (tx: Db, row: Row, now: string) => Promise<"added" | "changed" | "unchanged">;
  /** called in the same transaction, after all rows are written */
  finish?: (tx: Db) => Promise<void>;
}

export type Importer = (db: Db, path: string, progress?: Progress) => Promise<ImportOutcome>;

export const importer =
  <Shape extends z.ZodObject>(shape: Shape, kind: Kind<z.infer<Shape>>): Importer =>
  (db, path, progress) =>
    importCsv(db, path, shape, kind, progress);

/** Imports a CSV file in one transaction (RULES.md 1.11): either all rows, or none and a list of bad lines. */
export async function importCsv<Shape extends z.ZodObject>(
  db: Db,
  path: string,
  shape: Shape,
  { key, check, write, finish }: Kind<z.infer<Shape>>,
  progress?: Progress,
): Promise<ImportOutcome> {
  const file = await readCsv(path, shape);
  return inTransaction(db, async (tx) => {
    const bad = [...file.bad, ...repeated(file, key), ...((await check?.(tx, file.rows)) ?? [])];
    if (bad.length > 0) return { done: false, bad: bad.toSorted((a, b) => a.line - b.line) };
    const { readAs } = file;
    const outcome = { done: true as const, added: 0, changed: 0, unchanged: 0, readAs };
    const now = new Date().toISOString();
    for (const [index, { value }] of file.rows.entries()) {
      outcome[await write(tx, value, now)]++;
      progress?.(index + 1, file.rows.length);
    }
    await finish?.(tx);
    if (outcome.added + outcome.changed > 0) await catalogChanged(tx);
    return outcome;
  });
}

function repeated<Row>(file: CsvFile<Row>, key: (row: Row) => string): BadLine[] {
  const firstLines = new Map<string, number>();
  const bad: BadLine[] = [];
  for (const { line, value } of file.rows) {
    const first = firstLines.get(key(value));
    if (first === undefined) firstLines.set(key(value), line);
    else bad.push({ line, reason: `names the same as line ${first}` });
  }
  return bad;
}

export function differs(known: Record<string, unknown>, values: Record<string, unknown>): boolean {
  return Object.entries(values).some(([column, value]) => known[column] !== value);
}
