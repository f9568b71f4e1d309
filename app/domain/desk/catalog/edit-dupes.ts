import { isDeepStrictEqual } from "node:util";
import { addBottle, type BottleName } from "#app/domain/catalog/bottles.ts";
import {
  addDupe as relate,
  checkedValues,
  deleteDupe,
  type DupeValues,
  findDupeBetween,
  updateDupe,
} from "#app/domain/catalog/dupes.ts";
import { findBottle } from "#app/domain/catalog/known-names.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import type { By } from "../log/audit.ts";
import { bottleOf, changeCatalog, type Done } from "./change.ts";
import {
  addSource as add,
  dupeOfSource,
  removeSource as take,
  type SourceValues,
} from "#app/domain/catalog/sources.ts";

/** Uses the bottle with that name or alias as the look-alike, or creates one (RULES.md 10.14). */
export async function addDupe(
  db: Db,
  perfumeId: number,
  name: BottleName,
  values: DupeValues,
  by: By,
): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [], dupes: [] }, async (tx) => {
    await bottleOf(tx, perfumeId);
    const known = await findBottle(tx, name);
    if (known === perfumeId) throw new Refused("dupe-of-itself");
    const there = known && (await findDupeBetween(tx, perfumeId, known));
    if (there) throw new Refused("dupe-there", { dupeId: there });
    const now = by.now.toISOString();
    const bottle = known ?? (await addBottle(tx, name, now));
    const id = await relate(tx, perfumeId, bottle, values, now);
    const after = { ...name, ...values, bottle, madeBottle: known === undefined };
    return { action: "dupe-add", subject: `dupe:${id}`, after, perfumeId, added: { dupes: [id] } };
  });
}

export async function saveDupe(
  db: Db,
  perfumeId: number,
  dupeId: number,
  values: DupeValues,
  by: By,
): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    const dupe = await dupeIn(tx, perfumeId, dupeId);
    const [before, after] = [checkedValues(dupe), checkedValues(values)];
    if (isDeepStrictEqual(before, after)) throw new Refused("unchanged");
    await updateDupe(tx, dupeId, after, by.now);
    return { action: "dupe-save", subject: `dupe:${dupeId}`, before, after, perfumeId };
  });
}

/** Deletes its votes and reviews; both bottles stay (RULES.md 10.14). */
export async function removeDupe(db: Db, perfumeId: number, dupeId: number, by: By): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [], dupes: [dupeId] }, async (tx) => {
    const dupe = await dupeIn(tx, perfumeId, dupeId);
    const { marca, nombre, dupe_perfume_id: bottle } = dupe;
    await deleteDupe(tx, dupeId);
    const before = { marca, nombre, ...checkedValues(dupe), bottle };
    return { action: "dupe-remove", subject: `dupe:${dupeId}`, before, perfumeId };
  });
}

export async function dupeIn(db: Db, perfumeId: number, id: number) {
  const dupe = await db
    .selectFrom("dupes")
    .selectAll()
    .where("id", "=", id)
    .where("perfume_id", "=", perfumeId)
    .executeTakeFirst();
  if (!dupe) throw new Refused("no-such-dupe");
  return dupe;
}

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
