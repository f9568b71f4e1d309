import {
  addSource as add,
  dupeOfSource,
  removeSource as take,
  type SourceValues,
} from "#app/domain/catalog/sources.ts";
import type { Db } from "#db/database.ts";
import { type By, changeCatalog, type Done } from "./change.ts";
import { findDupe, type NotRelated } from "./edit-dupes.ts";

export type NotSourced = NotRelated | { outcome: "no-such-source" | "source-there" | "too-many" };

/** `values.url` must be as `parseSourceUrl` returns it (RULES.md 1.15, 10.14). */
export async function addSource(
  db: Db,
  perfumeId: number,
  dupeId: number,
  values: SourceValues,
  by: By,
): Promise<Done | NotSourced> {
  return changeCatalog<NotSourced>(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    if (!(await findDupe(tx, perfumeId, dupeId))) return { outcome: "no-such-dupe" };
    const added = await add(tx, dupeId, values, by.now);
    if (added === "there-already") return { outcome: "source-there" };
    if (added === "too-many") return { outcome: added };
    return { action: "source-add", subject: `dupe:${dupeId}`, after: values, perfumeId };
  });
}

export async function removeSource(
  db: Db,
  perfumeId: number,
  sourceId: number,
  by: By,
): Promise<Done | NotSourced> {
  const dupeId = await dupeOfSource(db, sourceId);
  if (dupeId === undefined) return { outcome: "no-such-source" };
  return changeCatalog<NotSourced>(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    if (!(await findDupe(tx, perfumeId, dupeId))) return { outcome: "no-such-dupe" };
    const gone = await take(tx, sourceId, by.now);
    if (!gone) return { outcome: "no-such-source" };
    const { url, title, author, stance, kind, said_on } = gone;
    const before = { url, title, author, stance, kind, said_on };
    return { action: "source-remove", subject: `dupe:${dupeId}`, before, perfumeId };
  });
}
