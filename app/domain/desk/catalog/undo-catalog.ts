import { aliasClash } from "#app/domain/catalog/aliases.ts";
import type { Db } from "#db/database.ts";
import type { LogEntry } from "../log/audit.ts";
import { ChangedSince } from "../undo/put-row-back.ts";
import { revert } from "../undo/revert.ts";
import { hasChangedRows, undoTime } from "../undo/stored.ts";
import { findPerfume } from "./change.ts";

/** Changes of the catalogue that can be undone (RULES.md 26.5). */
const undoable = new Set([
  "edit",
  "photo",
  "photo-remove",
  "alias-add",
  "alias-remove",
  "dupe-add",
  "dupe-save",
  "dupe-remove",
  "merge",
]);

/** @returns whether an entry is a change of the catalogue that can be undone at this time, as far as it tells by itself */
export function isUndoableChange({ action, subject, at }: LogEntry, now: Date): boolean {
  const ofCatalogue = /^(perfume|dupe):/u.test(subject);
  return ofCatalogue && undoable.has(action) && now.getTime() - Date.parse(at) < undoTime;
}

/**
 * Takes a change of the catalogue back, all of it (RULES.md 26.5).
 * @throws ChangedSince when something else was decided since on what it changed; the transaction is to be given up
 */
export async function undoChange(tx: Db, { id, subject }: LogEntry, now: Date) {
  if (!(await hasChangedRows(tx, id))) throw new ChangedSince();
  await revert(tx, id, now);
  // A name that came back may be another bottle's by now (RULES.md 5.11).
  const perfume = /^perfume:(\d+)$/u.exec(subject)?.[1];
  const bottle = perfume && (await findPerfume(tx, Number(perfume)));
  if (bottle && (await aliasClash(tx, bottle.id, bottle))) throw new ChangedSince();
}
