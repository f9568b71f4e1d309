import type { RawBuilder, Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { slugify } from "#app/i18n/text.ts";
import type { BottleName } from "./bottles.ts";
import { differs } from "./csv/import-csv.ts";
import { factsIn, type StoredFacts } from "./facts.ts";

/** Updates a bottle from a file, including the spelling of its name; undefined columns stay (RULES.md 1.11). @returns whether it changed */
export async function updateBottle(
  db: Db,
  known: Selectable<Schema["perfumes"]>,
  row: BottleName & Partial<StoredFacts> & { foto?: string | null; popularidad?: number | null },
  now: string,
): Promise<boolean> {
  const values = {
    marca: row.marca,
    nombre: row.nombre,
    ...(row.foto !== undefined && { foto: row.foto }),
    ...(row.popularidad !== undefined && { popularidad: row.popularidad ?? 0 }),
    ...factsIn(row),
  };
  if (!differs(known, values)) return false;
  await db
    .updateTable("perfumes")
    .set({ ...values, marca_slug: slugify(row.marca), updated_at: now })
    .where("id", "=", known.id)
    .execute();
  return true;
}

export async function setOfBottle(
  tx: Db,
  id: number,
  values: Partial<StoredFacts> & { foto?: string | null; popularidad?: number },
  now: Date,
): Promise<void> {
  await tx
    .updateTable("perfumes")
    .set({ ...values, updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}

/** @param views SQL for the number of new views of each bottle */
export async function addViews(tx: Db, ids: number[], views: RawBuilder<number>): Promise<void> {
  await tx
    .updateTable("perfumes")
    .set((row) => ({ vistas: row("vistas", "+", views) }))
    .where("id", "in", ids)
    .execute();
}
