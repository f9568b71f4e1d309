import { changeAlias, findAlias, removeAliases, saveAlias } from "#app/domain/catalog/aliases.ts";
import { aliasRow } from "#app/domain/catalog/csv/import-aliases.ts";
import { differs } from "#app/domain/catalog/csv/import-csv.ts";
import { added, changedIf, leftOut, taker, unchanged, withId } from "./taker.ts";

export const takeAliases = taker(
  "perfume_aliases",
  aliasRow,
  async (tx, { alias, tipo = "name", ...row }, { own, known, id, bottles }) => {
    const bottle = bottles.named(row);
    if (!bottle || bottles.named({ marca: row.marca, nombre: alias })) return leftOut;
    const values = { alias, kind: tipo };
    if (known && !differs(known, { ...values, perfume_id: bottle.id })) return unchanged;
    const other = await findAlias(tx, row.marca, alias);
    if (own === undefined) {
      if (other) return other.perfume_id === bottle.id ? unchanged : leftOut;
      return added(await saveAlias(tx, bottle, { ...values, ...withId(id) }));
    }
    if (!known || (other && other.id !== own)) return leftOut;
    await changeAlias(tx, own, bottle, values);
    return changedIf(true);
  },
  async (tx, ids) => {
    await removeAliases(tx, ids);
    return ids;
  },
);
