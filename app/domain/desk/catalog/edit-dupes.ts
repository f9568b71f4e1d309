import { isDeepStrictEqual } from "node:util";
import { addBottle, type BottleName } from "#app/domain/catalog/bottles.ts";
import {
  addDupe as relate,
  checkedValues,
  deleteDupe,
  type DupeValues,
  findRelation,
  updateDupe,
} from "#app/domain/catalog/dupes.ts";
import { findBottle } from "#app/domain/catalog/known-names.ts";
import type { Db } from "#db/database.ts";
import { type By, changeCatalog, type Done, findPerfume, type NotDone } from "./change.ts";

export type NotRelated =
  | NotDone
  | { outcome: "unchanged" | "no-such-dupe" | "dupe-of-itself" }
  | { outcome: "there-already"; dupeId: number };

/** Uses the bottle with that name or alias as the look-alike, or creates one (RULES.md 10.14). */
export async function addDupe(
  db: Db,
  perfumeId: number,
  name: BottleName,
  values: DupeValues,
  by: By,
): Promise<Done | NotRelated> {
  return changeCatalog<NotRelated>(db, by, { perfumes: [], dupes: [] }, async (tx) => {
    if (!(await findPerfume(tx, perfumeId))) return { outcome: "no-such-perfume" };
    const known = await findBottle(tx, name);
    if (known === perfumeId) return { outcome: "dupe-of-itself" };
    const there = known && (await findRelation(tx, perfumeId, known));
    if (there) return { outcome: "there-already", dupeId: there.id };
    const now = by.now.toISOString();
    const bottle = known ?? (await addBottle(tx, name, now));
    const id = await relate(tx, perfumeId, bottle, values, now);
    const after = { ...name, ...values, bottle, madeBottle: known === undefined };
    return { action: "dupe-add", subject: `dupe:${id}`, after, perfumeId, added: { dupes: [id] } };
  });
}

/** Recomputes the similarity (RULES.md 10.14). */
export async function saveDupe(
  db: Db,
  perfumeId: number,
  dupeId: number,
  values: DupeValues,
  by: By,
): Promise<Done | NotRelated> {
  return changeCatalog<NotRelated>(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    const dupe = await findDupe(tx, perfumeId, dupeId);
    if (!dupe) return { outcome: "no-such-dupe" };
    const [before, after] = [checkedValues(dupe), checkedValues(values)];
    if (isDeepStrictEqual(before, after)) return { outcome: "unchanged" };
    await updateDupe(tx, dupeId, after, by.now);
    return { action: "dupe-save", subject: `dupe:${dupeId}`, before, after, perfumeId };
  });
}

/** Deletes its votes and reviews; both bottles stay (RULES.md 10.14). */
export async function removeDupe(
  db: Db,
  perfumeId: number,
  dupeId: number,
  by: By,
): Promise<Done | NotRelated> {
  return changeCatalog<NotRelated>(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    const dupe = await findDupe(tx, perfumeId, dupeId);
    if (!dupe) return { outcome: "no-such-dupe" };
    const { marca, nombre, dupe_perfume_id: bottle } = dupe;
    await deleteDupe(tx, dupeId);
    const before = { marca, nombre, ...checkedValues(dupe), bottle };
    return { action: "dupe-remove", subject: `dupe:${dupeId}`, before, perfumeId };
  });
}

export async function findDupe(db: Db, perfumeId: number, id: number) {
  return db
    .selectFrom("dupes")
    .selectAll()
    .where("id", "=", id)
    .where("perfume_id", "=", perfumeId)
    .executeTakeFirst();
}
