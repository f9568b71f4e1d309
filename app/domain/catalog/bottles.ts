import type { Db } from "#db/database.ts";
import { canonical, slugify } from "#app/i18n/text.ts";

/** Brand and name of a bottle. */
export interface BottleName {
  marca: string;
  nombre: string;
}

/** @returns a bottle's name as keys compare it: brand, line end, name, each in canonical form (RULES.md 5.1), which has no line end */
export function nameKey({ marca, nombre }: BottleName): string {
  return `${canonical(marca)}\n${canonical(nombre)}`;
}

/** @returns the bottle that has this name, in any spelling (RULES.md 5.1), or undefined */
export async function findByName(db: Db, { marca, nombre }: BottleName) {
  return db
    .selectFrom("perfumes")
    .selectAll()
    .where("marca_clave", "=", canonical(marca))
    .where("nombre_clave", "=", canonical(nombre))
    .executeTakeFirst();
}

/**
 * @returns the id of the bottle that has this as another name, or undefined (RULES.md 5.11). An alias is of a brand; one that was kept from
 * a bottle of another brand begins with that brand (see merge.ts), and comes after the brand's own.
 */
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

/** Adds a bottle (RULES.md 5.10). @param now ISO 8601 @returns its id @throws the database's unique error when a bottle has the name */
export async function addBottle(
  db: Db,
  bottle: BottleName & { foto?: string | null; popularidad?: number },
  now: string,
): Promise<number> {
  const { marca, nombre, foto = null, popularidad = 0 } = bottle;
  const { id } = await db
    .insertInto("perfumes")
    .values({
      marca,
      nombre,
      foto,
      popularidad,
      marca_clave: canonical(marca),
      nombre_clave: canonical(nombre),
      marca_slug: slugify(marca),
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
