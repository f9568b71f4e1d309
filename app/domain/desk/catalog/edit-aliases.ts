import { deleteAlias, findAlias, saveAlias } from "#app/domain/catalog/aliases.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { bottleOf, type By, changeCatalog, type Done } from "./change.ts";

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
