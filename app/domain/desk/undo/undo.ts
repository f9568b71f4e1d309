import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import {
  findEntry,
  lastDecision,
  lastDecisions,
  type LogEntry,
  markUndone,
  recordDecision,
  type Subject,
} from "../log/audit.ts";
import { ChangedSince } from "./undo-row.ts";
import { isUndoableChange, undoChange } from "./undo-catalog.ts";
import { itemOf } from "../queue/items.ts";
import type { By } from "../queue/queue-kind.ts";
import { kindOf } from "../queue/kinds.ts";
import { isUndoableOnPerson, undoOnPerson } from "./undo-sanction.ts";
import { mayDecide } from "../roles.ts";
import { undoLookedAt, undoUncount } from "../uncount-votes.ts";
import { undoTimeOf } from "./changed-rows.ts";

type UndoOutcome =
  | { outcome: "undone"; entry: number; undid: LogEntry }
  | { outcome: "no-such-entry" | "not-allowed" | "undone-already" | "cannot-be-undone" }
  /** a later decision conflicts */
  | { outcome: "changed-since" };

/** @returns false if the state changed after the decision */
type Undo = (tx: Db, entry: LogEntry, by: By) => Promise<boolean | "not-allowed">;

const undoers: Record<string, Undo> = {
  refuse: reopen,
  same: reopen,
};

const votesUndoers: Record<string, Undo> = {
  uncount: undoUncount,
  "looked-at": undoLookedAt,
};

/** Judged by the entry alone (RULES.md 10.9). */
export function canBeUndone(entry: LogEntry, now: Date = new Date()): boolean {
  return entry.undoneBy === null && undoerOf(entry, now) !== undefined;
}

/** Those of the entries that can be undone and are the last decision on their subject. */
export async function undoableNow(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const last = await lastDecisions(db, ids);
  return last.flatMap((entry) => (canBeUndone(entry, now) ? [entry.id] : []));
}

function undoerOf(entry: LogEntry, now: Date): Undo | undefined {
  if (isUndoableChange(entry, now)) return undoCatalog;
  if (isUndoableOnPerson(entry, now)) return undoOnPerson;
  const { action, subject, after, at } = entry;
  if (Object.hasOwn(votesUndoers, action) && now.getTime() - Date.parse(at) < undoTimeOf(action))
    return votesUndoers[action];
  // Other acceptances add to the catalogue.
  if (action === "accept" && /^(review|fact-suggestion):/u.test(subject)) return reopen;
  // If it also created a dupe, it is undone as a catalogue change.
  return Object.hasOwn(undoers, action) && after?.madeDupe !== true ? undoers[action] : undefined;
}

const undoCatalog: Undo = async (tx, entry, { now }) => {
  await undoChange(tx, entry, now);
  return true;
};

/** The undo and its log entry are one transaction (RULES.md 10.9). */
export async function undo(
  db: Db,
  entryId: number,
  actor: string,
  now: Date,
): Promise<UndoOutcome> {
  try {
    return await undoInTransaction(db, entryId, actor, now);
  } catch (error) {
    if (error instanceof ChangedSince) return { outcome: "changed-since" };
    throw error;
  }
}

async function undoInTransaction(db: Db, entryId: number, actor: string, now: Date) {
  return inTransaction(db, async (tx): Promise<UndoOutcome> => {
    if (!(await mayDecide(tx, actor))) return { outcome: "not-allowed" };
    const entry = await findEntry(tx, entryId);
    if (!entry) return { outcome: "no-such-entry" };
    if (entry.undoneBy !== null) return { outcome: "undone-already" };
    const undoer = undoerOf(entry, now);
    if (!undoer) return { outcome: "cannot-be-undone" };
    const taken = await undoer(tx, entry, { actor, now });
    if (taken === "not-allowed") return { outcome: "not-allowed" };
    if (!taken) throw new ChangedSince();
    const { before, after, perfumeId, personId } = entry;
    const decision = { before: after, after: before, perfumeId, personId };
    const undone = await recordDecision(
      tx,
      { ...decision, actor, action: "undo", subject: entry.subject as Subject },
      now,
    );
    await markUndone(tx, entryId, undone);
    return { outcome: "undone", entry: undone, undid: entry };
  });
}

async function reopen(tx: Db, entry: LogEntry, { now }: By): Promise<boolean> {
  const item = itemOf(entry.subject);
  const last = await lastDecision(tx, entry.subject as Subject);
  if (!item || last?.id !== entry.id) return false;
  return kindOf(item.kind).reopen(tx, item.id, entry, now);
}
