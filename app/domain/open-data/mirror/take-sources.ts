import { differs } from "#app/domain/catalog/csv/import-csv.ts";
import { sourceRow } from "#app/domain/catalog/csv/import-sources.ts";
import { findRelation } from "#app/domain/catalog/dupes.ts";
import { addSource, findSource, removeSource, updateSource } from "#app/domain/catalog/sources.ts";
import { added, changedIf, leftOut, taker, unchanged, withId } from "./taker.ts";

export const takeSources = taker(
  "dupe_sources",
  sourceRow,
  async (tx, row, { own, known, id, bottles, now }) => {
    const { url, titulo: title, postura: stance, tipo: kind, fecha: said_on = null } = row;
    const values = { title, stance, kind, said_on };
    if (own === undefined) {
      const [original, bottle] = await bottles.pair(row);
      const dupe = original && bottle && (await findRelation(tx, original, bottle));
      if (!dupe) return leftOut;
      if (await findSource(tx, dupe.id, url)) return unchanged;
      const source = await addSource(tx, dupe.id, { ...withId(id), url, ...values }, now);
      return typeof source === "number" ? added(source) : leftOut;
    }
    if (!known || known.url !== url) return leftOut;
    const isChanged = differs(known, values);
    if (isChanged) await updateSource(tx, { id: own, dupeId: known.dupe_id }, values, now);
    return changedIf(isChanged);
  },
  async (tx, ids, now) => {
    for (const id of ids) await removeSource(tx, id, now);
    return ids;
  },
);
