import {
  addSource as add,
  dupeOfSource,
  removeSource as take,
  type SourceValues,
} from "#app/domain/catalog/sources.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { type By, changeCatalog, type Done } from "./change.ts";
import { dupeIn } from "./edit-dupes.ts";

/** `values.url` must be as `parseSourceUrl` returns it (RULES.md 1.15, 10.14). */
export async function addSource(
  db: Db,
  perfumeId: number,
  dupeId: number,
  values: SourceValues,
  by: By,
): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    await dupeIn(tx, perfumeId, dupeId);
    const added = await add(tx, dupeId, values, by.now);
    if (typeof added === "string") throw new Refused(added);
    return { action: "source-add", subject: `dupe:${dupeId}`, after: values, perfumeId };
  });
}

export async function removeSource(
  db: Db,
  perfumeId: number,
  sourceId: number,
  by: By,
): Promise<Done> {
  const dupeId = await dupeOfSource(db, sourceId);
  if (dupeId === undefined) throw new Refused("no-such-source");
  return changeCatalog(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    await dupeIn(tx, perfumeId, dupeId);
    const gone = await take(tx, sourceId, by.now);
    if (!gone) throw new Refused("no-such-source");
    const { url, title, author, stance, kind, said_on } = gone;
    const before = { url, title, author, stance, kind, said_on };
    return { action: "source-remove", subject: `dupe:${dupeId}`, before, perfumeId };
  });
}
