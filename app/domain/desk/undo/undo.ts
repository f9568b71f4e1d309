import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import {
  findEntry,
  lastDecisions,
  type LogEntry,
  markUndone,
  recordDecision,
  type Subject,
} from "../log/audit.ts";
import { mayDecide } from "../roles.ts";
import { ChangedSince } from "./undo-row.ts";
import { undoerOf } from "./undoers.ts";

type UndoOutcome =
  | { outcome: "undone"; entry: number; undid: LogEntry }
  | { outcome: "no-such-entry" | "not-allowed" | "undone-already" | "cannot-be-undone" }
  /** a later decision conflicts */
  | { outcome: "changed-since" };

/** Judged by the entry alone (RULES.md 10.9). */
export function canBeUndone(entry: LogEntry, now: Date = new Date()): boolean {
  return entry.undoneBy === null && undoerOf(entry, now) !== undefined;
}

/** Those of the entries that can be undone and are the last decision on their subject. */
export async function undoableNow(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const last = await lastDecisions(db, ids);
  return last.flatMap((entry) => (canBeUndone(entry, now) ? [entry.id] : []));
}

export async function undo(
  db: Db,
  entryId: number,
  actor: string,
  now: Date,
): Promise<UndoOutcome> {
  try {
    return await inTransaction(db, (tx) => undoEntry(tx, entryId, actor, now));
  } catch (error) {
    if (error instanceof ChangedSince) return { outcome: "changed-since" };
    throw error;
  }
}

async function undoEntry(tx: Db, entryId: number, actor: string, now: Date): Promise<UndoOutcome> {
  if (!(await mayDecide(tx, actor))) return { outcome: "not-allowed" };
  const entry = await findEntry(tx, entryId);
  if (!entry) return { outcome: "no-such-entry" };
  if (entry.undoneBy !== null) return { outcome: "undone-already" };
  const undoer = undoerOf(entry, now);
  if (!undoer) return { outcome: "cannot-be-undone" };
  const taken = await undoer(tx, entry, { actor, now });
  if (taken === "not-allowed") return { outcome: "not-allowed" };
  if (!taken) throw new ChangedSince();
  await catalogChanged(tx);
  const { before, after, perfumeId, personId } = entry;
  const decision = { before: after, after: before, perfumeId, personId };
  const undone = await recordDecision(
    tx,
    { ...decision, actor, action: "undo", subject: entry.subject as Subject },
    now,
  );
  await markUndone(tx, entryId, undone);
  return { outcome: "undone", entry: undone, undid: entry };
}
