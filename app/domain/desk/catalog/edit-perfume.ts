import { addBottle, type BottleName } from "#app/domain/catalog/bottles.ts";
import { changedFacts, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { findBottle } from "#app/domain/catalog/known-names.ts";
import { removePerfume, renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";
import type { Db } from "#db/database.ts";
import { lastDecision, type LogEntry } from "../log/audit.ts";
import { type By, changeCatalog, type Done, findPerfume, type NotDone } from "./change.ts";

export type NotEdited =
  | NotDone
  | { outcome: "unchanged" }
  /** somebody else changed it first */
  | { outcome: "stale"; version: number; did: LogEntry | null }
  | { outcome: "taken"; id: number }
  | { outcome: "alias-taken"; alias: string; id: number };

/** Refuses a name that a bottle has in any spelling or as an alias (RULES.md 10.12). */
export async function addPerfume(
  db: Db,
  name: BottleName,
  by: By,
): Promise<Done | NotDone | { outcome: "taken"; id: number }> {
  return changeCatalog<{ outcome: "taken"; id: number }>(db, by, { perfumes: [] }, async (tx) => {
    const known = await findBottle(tx, name);
    if (known !== undefined) return { outcome: "taken", id: known };
    const id = await addBottle(tx, name, by.now.toISOString());
    const added = { perfumes: [id] };
    return { action: "add", subject: `perfume:${id}`, after: name, perfumeId: id, added };
  });
}

/** Corrects names, popularity and facts (RULES.md 10.13); omitted values are kept. */
export async function editPerfume(
  db: Db,
  id: number,
  values: Partial<BottleName> & Partial<StoredFacts> & { popularidad?: number },
  version: number,
  by: By,
): Promise<Done | NotEdited> {
  return changeCatalog<NotEdited>(db, by, { perfumes: [id] }, async (tx) => {
    const bottle = await findPerfume(tx, id);
    if (!bottle) return { outcome: "no-such-perfume" };
    if (version !== bottle.revision) {
      const did = await lastDecision(tx, `perfume:${id}`);
      return { outcome: "stale", version: bottle.revision, did };
    }
    const { popularidad } = values;
    const facts = changedFacts(bottle, values);
    const own = (row: typeof values) => ({
      marca: row.marca ?? bottle.marca,
      nombre: row.nombre ?? bottle.nombre,
      ...(popularidad !== undefined && { popularidad: row.popularidad }),
    });
    const before = { ...own(bottle), ...facts.before };
    const after = { ...own(values), ...facts.after };
    if (JSON.stringify(before) === JSON.stringify(after)) return { outcome: "unchanged" };
    const renamed = await renamePerfume(tx, id, values, by.now);
    if (renamed.outcome === "taken" || renamed.outcome === "alias-taken") return renamed;
    const more = { ...(popularidad !== undefined && { popularidad }), ...facts.after };
    if (Object.keys(more).length > 0) await setOfBottle(tx, id, more, by.now);
    return { action: "edit", subject: `perfume:${id}`, before, after, perfumeId: id };
  });
}

/** The address answers 410 until the removal is undone (RULES.md 1.4, 10.9). */
export async function remove(db: Db, id: number, by: By): Promise<Done | NotDone> {
  const scope = { perfumes: [id], whole: true, removes: true };
  return changeCatalog<NotDone>(db, by, scope, async (tx) => {
    const gone = await removePerfume(tx, id);
    if (!gone) return { outcome: "no-such-perfume" };
    return { action: "remove", subject: `perfume:${id}`, before: gone, perfumeId: id };
  });
}
