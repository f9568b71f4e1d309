import { aliasClash } from "#app/domain/catalog/aliases.ts";
import type { Db } from "#db/database.ts";
import type { LogEntry } from "../log/audit.ts";
import { ChangedSince } from "./undo-row.ts";
import { revert } from "./revert.ts";
import { hasChangedRows, undoTimeOf } from "./changed-rows.ts";
import { findPerfume } from "../catalog/change.ts";
import { goesWithPerfume } from "../catalog/what-goes.ts";

/** Catalogue changes that can be undone (RULES.md 10.9). */
const undoable = new Set([
  "add",
  "edit",
  "photo",
  "photo-remove",
  "alias-add",
  "alias-remove",
  "dupe-add",
  "dupe-save",
  "dupe-remove",
  "source-add",
  "source-remove",
  "merge",
  "remove",
]);

export function isUndoableChange({ action, subject, at }: LogEntry, now: Date): boolean {
  const ofCatalog = /^(perfume|dupe):/u.test(subject);
  return ofCatalog && undoable.has(action) && now.getTime() - Date.parse(at) < undoTimeOf(action);
}

/** @throws ChangedSince if a later decision conflicts: roll the transaction back (RULES.md 10.9) */
export async function undoChange(tx: Db, { id, action, subject, perfumeId }: LogEntry, now: Date) {
  if (!(await hasChangedRows(tx, id))) throw new ChangedSince();
  if (action === "add" && (await isUsed(tx, id, perfumeId!))) throw new ChangedSince();
  await revert(tx, id, now);
  // Another bottle may have taken the restored name (RULES.md 1.3).
  const perfume = /^perfume:(\d+)$/u.exec(subject)?.[1];
  const bottle = perfume && (await findPerfume(tx, Number(perfume)));
  if (bottle && (await aliasClash(tx, bottle.id, bottle))) throw new ChangedSince();
}

/** Whether deleting the bottle would delete more than the bottle, or a later decision on it stands. */
async function isUsed(tx: Db, entry: number, perfumeId: number): Promise<boolean> {
  const { views: _, ...goes } = await goesWithPerfume(tx, perfumeId);
  if (Object.keys(goes).length > 0) return true;
  const later = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("perfume_id", "=", perfumeId)
    .where("id", ">", entry)
    .where("action", "!=", "undo")
    .where("undone_by", "is", null)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
