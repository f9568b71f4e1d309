import { aliasClash } from "#app/domain/catalog/aliases.ts";
import type { Db } from "#db/database.ts";
import type { LogEntry } from "../log/audit.ts";
import { changedSince } from "./undo-row.ts";
import { revert } from "./revert.ts";
import { hasChangedRows } from "./changed-rows.ts";
import { type By, findPerfume } from "../catalog/change.ts";
import { goesWithPerfume } from "../catalog/what-goes.ts";

/** @throws Refused "changed-since" if a later decision conflicts: roll the transaction back (RULES.md 10.9) */
export async function undoChange(tx: Db, { id, subject }: LogEntry, { now }: By): Promise<true> {
  if (!(await hasChangedRows(tx, id))) throw changedSince();
  await revert(tx, id, now);
  // Another bottle may have taken the restored name (RULES.md 1.3).
  const perfume = /^perfume:(\d+)$/u.exec(subject)?.[1];
  const bottle = perfume && (await findPerfume(tx, Number(perfume)));
  if (bottle && (await aliasClash(tx, bottle.id, bottle))) throw changedSince();
  return true;
}

export async function undoAddition(tx: Db, entry: LogEntry, by: By): Promise<boolean> {
  return !(await isUsed(tx, entry.id, entry.perfumeId!)) && undoChange(tx, entry, by);
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
