import { removePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { mergePerfumes } from "./merge.ts";
import type { Db } from "#db/database.ts";
import { type By, changeCatalogue, type Done, findPerfume, type NotDone } from "./change.ts";

/** Why bottles were not merged. */
export type NotMerged = NotDone | { outcome: "same-bottle" | "dupe-of-itself" | "no-such-bottle" };

/** Makes two bottles one (RULES.md 5.12, 26.4). @param into the one that stays */
export async function merge(db: Db, id: number, into: number, by: By): Promise<Done | NotMerged> {
  // The bottle that goes comes first: its views are stored.
  const scope = { perfumes: [id, into], whole: true };
  return changeCatalogue<NotMerged>(db, by, scope, async (tx) => {
    const old = await findPerfume(tx, id);
    if (!old) return { outcome: "no-such-perfume" };
    const merged = await mergePerfumes(tx, id, into, by.now);
    if (merged.outcome !== "merged") return { outcome: merged.outcome };
    const before = { marca: old.marca, nombre: old.nombre };
    const after = { into, name: merged.into };
    return { action: "merge", subject: `perfume:${id}`, before, after, perfumeId: into };
  });
}

/** Removes a bottle for ever (RULES.md 26.4): its address answers 410. */
export async function remove(db: Db, id: number, by: By): Promise<Done | NotDone> {
  return changeCatalogue<NotDone>(db, by, null, async (tx) => {
    const gone = await removePerfume(tx, id);
    if (!gone) return { outcome: "no-such-perfume" };
    return { action: "remove", subject: `perfume:${id}`, before: gone, perfumeId: id };
  });
}
