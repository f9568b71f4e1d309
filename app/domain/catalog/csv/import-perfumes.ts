import { z } from "zod";
import type { Db } from "#db/database.ts";
import { addBottle, findByAlias, findByName, nameKey } from "../bottles.ts";
import { facts, name, photo, wholeNumber } from "../catalog-fields.ts";
import { importer } from "./import-csv.ts";
import { updateBottle } from "../update-bottle.ts";

export const perfumeRow = z.object({
  marca: name,
  nombre: name,
  foto: photo.optional(),
  popularidad: wholeNumber(999_999_999).optional(),
  ...facts,
});

/** Updates the columns in the file; a line that names a bottle by alias changes nothing (RULES.md 1.11). */
export const importPerfumes = importer(perfumeRow, { key: nameKey, write });

async function write(tx: Db, row: z.infer<typeof perfumeRow>, now: string) {
  const known = await findByName(tx, row);
  if (known) return (await updateBottle(tx, known, row, now)) ? "changed" : "unchanged";
  if ((await findByAlias(tx, row)) !== undefined) return "unchanged";
  await addBottle(tx, { ...row, popularidad: row.popularidad ?? 0 }, now);
  return "added";
}
