import type { Db } from "#db/database.ts";
import { canonical, slugify } from "#app/i18n/text.ts";
import { factsIn, type StoredFacts } from "./facts.ts";

export interface BottleName {
  marca: string;
  nombre: string;
}

/** Brand and name in canonical form (RULES.md 1.1), separated by a newline. */
export function nameKey({ marca, nombre }: BottleName): string {
  return `${canonical(marca)}\n${canonical(nombre)}`;
}

export async function findByName(db: Db, { marca, nombre }: BottleName) {
  return db
    .selectFrom("perfumes")
    .selectAll()
    .where("marca_clave", "=", canonical(marca))
    .where("nombre_clave", "=", canonical(nombre))
    .executeTakeFirst();
}

/** Finds a bottle by alias (RULES.md 1.3). The brand's own aliases come before those from a merge across brands, which begin with the old brand. */
export async function findByAlias(
  db: Db,
  { marca, nombre }: BottleName,
): Promise<number | undefined> {
  const found = await db
    .selectFrom("perfume_aliases")
    .select("perfume_id")
    .where(({ or, and, eb }) =>
      or([
        and({ marca_clave: canonical(marca), alias_clave: canonical(nombre) }),
        eb("alias_clave", "=", canonical(`${marca} ${nombre}`)),
      ]),
    )
    .orderBy((row) => row("marca_clave", "=", canonical(marca)), "desc")
    .orderBy("perfume_id")
    .limit(1)
    .executeTakeFirst();
  return found?.perfume_id;
}

/** @param bottle with an id only in an empty catalogue @throws the database's unique error when another bottle has the name */
export async function addBottle(
  db: Db,
  bottle: BottleName &
    Partial<StoredFacts> & { id?: number; foto?: string | null; popularidad?: number },
  now: string,
): Promise<number> {
  const { id: given, marca, nombre, foto = null, popularidad = 0 } = bottle;
  const { id } = await db
    .insertInto("perfumes")
    .values({
      ...(given !== undefined && { id: given }),
      marca,
      nombre,
      foto,
      popularidad,
      marca_clave: canonical(marca),
      nombre_clave: canonical(nombre),
      marca_slug: slugify(marca),
      ...factsIn(bottle),
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
