import { z } from "zod";
import type { Db } from "#db/database.ts";
import { addBottle, type BottleName, findByAlias, findByName, nameKey } from "../bottles.ts";
import { addDupe, checkedValues, findRelation } from "../dupes.ts";
import { link, name, optionalSourceUrl, photo, wholeNumber } from "../catalog-fields.ts";
import { differs, importer } from "./import-csv.ts";
import type { BadLine, Line } from "./read-csv.ts";
import { similarity } from "../similarity.ts";
import { updateBottle } from "../update-bottle.ts";

export const pairRow = z.object({
  perfume_marca: name,
  perfume_nombre: name,
  marca: name,
  nombre: name,
});

export const dupeRow = pairRow.extend({
  foto: photo.optional(),
  enlace: link.optional(),
  porcentaje: wholeNumber(100).optional(),
  estimacion_url: optionalSourceUrl.optional(),
});

type DupeRow = z.infer<typeof dupeRow>;

export const originalOf = (row: z.infer<typeof pairRow>): BottleName => ({
  marca: row.perfume_marca,
  nombre: row.perfume_nombre,
});

/** Creates missing bottles of look-alikes, which get `foto`; `porcentaje` is the editorial estimate (RULES.md 1.5, 1.11), `estimacion_url` where it was published. */
export const importDupes = importer(dupeRow, {
  key: (row) => `${nameKey(originalOf(row))}\n${nameKey(row)}`,
  check,
  write,
});

async function check(db: Db, rows: Line<DupeRow>[]): Promise<BadLine[]> {
  const bad: BadLine[] = [];
  for (const { line, value } of rows) {
    const original = await findByNameOrAlias(db, originalOf(value));
    const { perfume_marca, perfume_nombre, porcentaje = null, estimacion_url = null } = value;
    if (porcentaje === null && estimacion_url !== null)
      bad.push({ line, reason: "estimacion_url: has no porcentaje" });
    if (!original)
      bad.push({
        line,
        reason: `the catalogue has no perfume ${perfume_nombre} of ${perfume_marca}`,
      });
    else if (original.id === (await findByNameOrAlias(db, value))?.id)
      bad.push({ line, reason: `${value.nombre} of ${value.marca} would be a dupe of itself` });
  }
  return bad;
}

async function write(tx: Db, row: DupeRow, now: string) {
  const original = (await findByNameOrAlias(tx, originalOf(row)))!;
  const bottle = await findByNameOrAlias(tx, row);
  const dupePerfumeId = bottle?.id ?? (await addBottle(tx, row, now));
  const known = await findRelation(tx, original.id, dupePerfumeId);
  if (!known) {
    const values = { ...row, estimacion: row.porcentaje };
    await addDupe(tx, original.id, dupePerfumeId, values, now);
    if (bottle?.own) await updateBottle(tx, bottle.own, row, now);
    return "added";
  }
  // A file that uses an alias is out of date.
  if (!bottle?.own || !original.own) return "unchanged";
  const estimacion = row.porcentaje === undefined ? known.estimacion : row.porcentaje;
  // Whoever published one figure did not publish another.
  const { estimacion_url = estimacion === known.estimacion ? known.estimacion_url : null } = row;
  const values = {
    ...checkedValues({
      enlace: row.enlace === undefined ? known.enlace : row.enlace,
      estimacion,
      estimacion_url,
    }),
    porcentaje: similarity(known.likes, known.dislikes, estimacion),
  };
  const changed = differs(known, values);
  if (changed)
    await tx
      .updateTable("dupes")
      .set({ ...values, updated_at: now })
      .where("id", "=", known.id)
      .execute();
  const bottleChanged = await updateBottle(tx, bottle.own, row, now);
  return changed || bottleChanged ? "changed" : "unchanged";
}

/** By its own name, else by an alias. */
export async function findByNameOrAlias(db: Db, bottle: BottleName) {
  const own = await findByName(db, bottle);
  const id = own?.id ?? (await findByAlias(db, bottle));
  return id === undefined ? undefined : { id, own };
}
