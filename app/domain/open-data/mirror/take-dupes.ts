import { differs } from "#app/domain/catalog/csv/import-csv.ts";
import { dupeRow } from "#app/domain/catalog/csv/import-dupes.ts";
import { addDupe, findDupeBetween, updateDupe } from "#app/domain/catalog/dupes.ts";
import { added, changedIf, leftOut, taker, unchanged, withId } from "./taker.ts";

export const takeDupes = taker(
  "dupes",
  dupeRow.omit({ foto: true, enlace: true }),
  async (tx, row, { own, known, id, bottles, now }) => {
    const { porcentaje: estimacion = null, estimacion_url = null } = row;
    if (own === undefined) {
      const [original, bottle] = await bottles.pair(row);
      if (!original || !bottle || original === bottle) return leftOut;
      if (await findDupeBetween(tx, original, bottle)) return unchanged;
      const values = { ...withId(id), estimacion, estimacion_url };
      return added(await addDupe(tx, original, bottle, values, now.toISOString()));
    }
    if (!known) return leftOut;
    const isChanged = differs(known, { estimacion, estimacion_url });
    if (isChanged)
      await updateDupe(tx, own, { enlace: known.enlace, estimacion, estimacion_url }, now);
    return changedIf(isChanged);
  },
);
