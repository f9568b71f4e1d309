import type { Db } from "#db/database.ts";
import { recountVotes } from "./recount.ts";
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

/** Changes the editorial estimate and the shop link of a dupe, and counts its similarity again. */
export async function updateDupe(
  tx: Db,
  id: number,
  { estimacion, enlace }: { estimacion: number | null; enlace: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable("dupes")
    .set({ estimacion, enlace, updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  await recountVotes(tx, [id]);
}

/** Deletes a dupe with its votes and reviews; both bottles stay. */
export async function deleteDupe(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom("dupes").where("id", "=", id).execute();
}

/** @returns the row that says that a bottle is a dupe of an original */
export async function findRelation(db: Db, original: number, lookAlike: number) {
  return db
    .selectFrom("dupes")
    .selectAll()
    .where("perfume_id", "=", original)
    .where("dupe_perfume_id", "=", lookAlike)
    .executeTakeFirst();
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
