import { deleteAlias, findAlias, saveAlias } from "#app/domain/catalog/aliases.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { type By, changeCatalog, type Done, findPerfume, type NotDone } from "./change.ts";

export type NotAliased =
  | NotDone
  | { outcome: "unchanged" | "no-such-alias" }
  /** already the name or an alias of a bottle of this brand */
  | { outcome: "taken"; id: number };

/** `alias` must be normalised (RULES.md 1.3, 10.13). */
export async function addAlias(
  db: Db,
  id: number,
  alias: string,
  kind: "name" | "code",
  by: By,
): Promise<Done | NotAliased> {
  return changeCatalog<NotAliased>(db, by, { perfumes: [id] }, async (tx) => {
    const bottle = await findPerfume(tx, id);
    if (!bottle) return { outcome: "no-such-perfume" };
    const named = await findByName(tx, { marca: bottle.marca, nombre: alias });
    if (named) return { outcome: "taken", id: named.id };
    const known = await findAlias(tx, bottle.marca, alias);
    if (known && known.perfume_id !== id) return { outcome: "taken", id: known.perfume_id };
    if (known?.alias === alias && known.kind === kind) return { outcome: "unchanged" };
    await saveAlias(tx, bottle, { alias, kind });
    const before = known ? { alias: known.alias, kind: known.kind } : null;
    const after = { alias, kind };
    return { action: "alias-add", subject: `perfume:${id}`, before, after, perfumeId: id };
  });
}

export async function removeAlias(
  db: Db,
  id: number,
  alias: string,
  by: By,
): Promise<Done | NotAliased> {
  return changeCatalog<NotAliased>(db, by, { perfumes: [id] }, async (tx) => {
    const bottle = await findPerfume(tx, id);
    if (!bottle) return { outcome: "no-such-perfume" };
    const known = await findAlias(tx, bottle.marca, alias);
    if (known?.perfume_id !== id) return { outcome: "no-such-alias" };
    await deleteAlias(tx, bottle.marca, alias);
    const before = { alias: known.alias, kind: known.kind };
    return { action: "alias-remove", subject: `perfume:${id}`, before, perfumeId: id };
  });
}
