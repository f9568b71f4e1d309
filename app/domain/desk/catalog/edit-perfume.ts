import { addBottle, type BottleName, findByName } from "#app/domain/catalog/bottles.ts";
import { changedFacts, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { findBottle } from "#app/domain/catalog/known-names.ts";
import { removePerfume, renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { type By, lastDecision, Stale } from "../log/audit.ts";
import { bottleOf, changeCatalog, type Done } from "./change.ts";
import { deleteAlias, findAlias, saveAlias } from "#app/domain/catalog/aliases.ts";

/** Refuses a name that a bottle has in any spelling or as an alias (RULES.md 10.12). */
export async function addPerfume(db: Db, name: BottleName, by: By): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [] }, async (tx) => {
    const known = await findBottle(tx, name);
    if (known !== undefined) throw new Refused("taken-name", { namesake: { id: known } });
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
): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [id] }, async (tx) => {
    const bottle = await bottleOf(tx, id);
    if (version !== bottle.revision)
      throw new Stale(await lastDecision(tx, `perfume:${id}`), bottle.revision);
    const { popularidad } = values;
    const facts = changedFacts(bottle, values);
    const own = (row: typeof values) => ({
      marca: row.marca ?? bottle.marca,
      nombre: row.nombre ?? bottle.nombre,
      ...(popularidad !== undefined && { popularidad: row.popularidad }),
    });
    const before = { ...own(bottle), ...facts.before };
    const after = { ...own(values), ...facts.after };
    if (JSON.stringify(before) === JSON.stringify(after)) throw new Refused("unchanged");
    const renamed = await renamePerfume(tx, id, values, by.now);
    if (renamed.outcome === "taken")
      throw new Refused("taken-name", { namesake: { id: renamed.id } });
    if (renamed.outcome === "alias-taken") throw new Refused("taken-alias", { namesake: renamed });
    const more = { ...(popularidad !== undefined && { popularidad }), ...facts.after };
    if (Object.keys(more).length > 0) await setOfBottle(tx, id, more, by.now);
    return { action: "edit", subject: `perfume:${id}`, before, after, perfumeId: id };
  });
}

/** The address answers 410 until the removal is undone (RULES.md 1.4, 10.9). */
export async function remove(db: Db, id: number, by: By): Promise<Done> {
  const scope = { perfumes: [id], whole: true, removes: true };
  return changeCatalog(db, by, scope, async (tx) => {
    const gone = await removePerfume(tx, id);
    if (!gone) throw new Refused("no-such-perfume");
    return { action: "remove", subject: `perfume:${id}`, before: gone, perfumeId: id };
  });
}

const taken = (id: number, alias: string) =>
  new Refused("taken-other-name", { namesake: { id, alias } });

/** `alias` must be normalised (RULES.md 1.3, 10.13). */
export async function addAlias(
  db: Db,
  id: number,
  alias: string,
  kind: "name" | "code",
  by: By,
): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [id] }, async (tx) => {
    const bottle = await bottleOf(tx, id);
    const named = await findByName(tx, { marca: bottle.marca, nombre: alias });
    if (named) throw taken(named.id, alias);
    const known = await findAlias(tx, bottle.marca, alias);
    if (known && known.perfume_id !== id) throw taken(known.perfume_id, alias);
    if (known?.alias === alias && known.kind === kind) throw new Refused("unchanged");
    await saveAlias(tx, bottle, { alias, kind });
    const before = known ? { alias: known.alias, kind: known.kind } : null;
    const after = { alias, kind };
    return { action: "alias-add", subject: `perfume:${id}`, before, after, perfumeId: id };
  });
}

export async function removeAlias(db: Db, id: number, alias: string, by: By): Promise<Done> {
  return changeCatalog(db, by, { perfumes: [id] }, async (tx) => {
    const bottle = await bottleOf(tx, id);
    const known = await findAlias(tx, bottle.marca, alias);
    if (known?.perfume_id !== id) throw new Refused("no-such-alias");
    await deleteAlias(tx, bottle.marca, alias);
    const before = { alias: known.alias, kind: known.kind };
    return { action: "alias-remove", subject: `perfume:${id}`, before, perfumeId: id };
  });
}
