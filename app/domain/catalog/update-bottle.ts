import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { slugify } from "#app/i18n/text.ts";
import type { BottleName } from "./bottles.ts";
import { differs } from "./csv/import-csv.ts";

/**
 * Takes over what a file says of a bottle that it names, in the file's spelling (RULES.md 16.2).
 * @param known as it is stored @param row undefined columns are not in the file, and stay @param now ISO 8601
 * @returns whether anything changed
 */
export async function updateBottle(
  db: Db,
  known: Selectable<Schema["perfumes"]>,
  row: BottleName & { foto?: string | null; popularidad?: number | null },
  now: string,
): Promise<boolean> {
  const values = {
    marca: row.marca,
    nombre: row.nombre,
    ...(row.foto !== undefined && { foto: row.foto }),
    ...(row.popularidad !== undefined && { popularidad: row.popularidad ?? 0 }),
  };
  if (!differs(known, values)) return false;
  await db
    .updateTable("perfumes")
    .set({ ...values, marca_slug: slugify(row.marca), updated_at: now })
    .where("id", "=", known.id)
    .execute();
  return true;
}
