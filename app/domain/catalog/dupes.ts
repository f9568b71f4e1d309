import type { Db } from "#db/database.ts";
import { recountVotes } from "./recount.ts";
import { similarity } from "./similarity.ts";

export interface DupeValues {
  enlace: string | null;
  /** per cent; null for none */
  estimacion: number | null;
  /** where the estimate was published; null without one, or if it is the operators' own */
  estimacion_url?: string | null;
}

/** Without an estimate, nobody published it. */
export const checkedValues = ({ enlace, estimacion, estimacion_url = null }: DupeValues) => ({
  enlace,
  estimacion,
  estimacion_url: estimacion === null ? null : estimacion_url,
});

/** Relates two bottles (RULES.md 1.2). @throws the database's unique error for a known relation, its check error for a bottle and itself */
export async function addDupe(
  db: Db,
  perfumeId: number,
  dupePerfumeId: number,
  {
    id: given,
    enlace = null,
    estimacion = null,
    estimacion_url = null,
  }: Partial<DupeValues> & { id?: number },
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
      ...(given !== undefined && { id: given }),
      perfume_id: perfumeId,
      dupe_perfume_id: dupePerfumeId,
      marca,
      nombre,
      foto,
      ...checkedValues({ enlace, estimacion, estimacion_url }),
      porcentaje: similarity(0, 0, estimacion),
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDupe(tx: Db, id: number, values: DupeValues, now: Date): Promise<void> {
  await tx
    .updateTable("dupes")
    .set({ ...checkedValues(values), updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  await recountVotes(tx, [id]);
}

/** Deletes its votes and reviews too, but neither bottle. */
export async function deleteDupe(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom("dupes").where("id", "=", id).execute();
}

export async function findRelation(db: Db, original: number, lookAlike: number) {
  return db
    .selectFrom("dupes")
    .selectAll()
    .where("perfume_id", "=", original)
    .where("dupe_perfume_id", "=", lookAlike)
    .executeTakeFirst();
}

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
