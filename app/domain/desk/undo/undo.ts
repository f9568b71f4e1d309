import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import {
  findEntry,
  lastDecisions,
  type LogEntry,
  markUndone,
  recordDecision,
  type Subject,
} from "../log/audit.ts";
import { asOperator } from "../roles.ts";
import { undoerOf } from "./undoers.ts";

/** Judged by the entry alone (RULES.md 10.9). */
export function canBeUndone(entry: LogEntry, now: Date = new Date()): boolean {
  return entry.undoneBy === null && undoerOf(entry, now) !== undefined;
}

/** Those of the entries that can be undone and are the last decision on their subject. */
export async function undoableNow(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const last = await lastDecisions(db, ids);
  return last.flatMap((entry) => (canBeUndone(entry, now) ? [entry.id] : []));
}

/** @throws Refused "changed-since" if a later decision conflicts */
export async function undo(
  db: Db,
  entryId: number,
  actor: string,
  now: Date,
): Promise<{ entry: number; undid: LogEntry }> {
  return asOperator(db, actor, async (tx) => {
    const undid = await findEntry(tx, entryId);
    if (!undid) throw new Refused("no-such-entry");
    if (undid.undoneBy !== null) throw new Refused("undone-already");
    const undoer = undoerOf(undid, now);
    if (!undoer) throw new Refused("cannot-be-undone");
    if (!(await undoer(tx, undid, { actor, now }))) throw new Refused("changed-since");
    await catalogChanged(tx);
    const { before, after, perfumeId, personId } = undid;
    const decision = { before: after, after: before, perfumeId, personId };
    const subject = undid.subject as Subject;
    const entry = await recordDecision(tx, { ...decision, actor, action: "undo", subject }, now);
    await markUndone(tx, entryId, entry);
    return { entry, undid };
  });
}
