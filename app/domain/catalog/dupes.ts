import type { Db } from "#db/database.ts";
import { similarity } from "./similarity.ts";

/**
 * Says that a bottle smells like another one (RULES.md 5.10). The names come from the look-alike's bottle.
 * @param more shop link, and editorial estimate in per cent @param now ISO 8601
 * @returns the dupe's id @throws the database's unique error when it is said already, its check error of a bottle and itself
 */
export async function addDupe(
  db: Db,
  perfumeId: number,
  dupePerfumeId: number,
  { enlace = null, estimacion = null }: { enlace?: string | null; estimacion?: number | null },
  now: string,
): Promise<number> {
  const { marca, nombre, foto } = await db
    .selectFrom("perfumes")
    .select(["marca", "nombre", "foto"])
    .where("id", "=", dupePerfumeId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("dupes")
    .values({
      perfume_id: perfumeId,
      dupe_perfume_id: dupePerfumeId,
      marca,
      nombre,
      foto,
      enlace,
      estimacion,
      porcentaje: similarity(0, 0, estimacion),
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns the id of the dupe that two bottles are, either way round; undefined when they are none */
export async function findDupeBetween(
  db: Db,
  one: number,
  other: number,
): Promise<number | undefined> {
  const dupe = await db
    .selectFrom("dupes")
    .select("id")
    .where(({ or, and }) =>
      or([
        and({ perfume_id: one, dupe_perfume_id: other }),
        and({ perfume_id: other, dupe_perfume_id: one }),
      ]),
    )
    .executeTakeFirst();
  return dupe?.id;
}
