import { suggestDupe } from "../support/suggestions.ts";
import type { Db } from "#db/database.ts";

/** Count of the first suggestion: higher than that of any suggestion left waiting by earlier tests. */
const moreThanBefore = () => Math.floor((Date.now() - Date.UTC(2026, 0)) / 1000) * 100;

/**
 * Consecutive suggestions at the top of the queue, whatever else waits; of two concurrent tests, the one with the
 * higher count comes first.
 * @returns their ids
 */
export async function suggestMany(
  db: Db,
  perfumeId: number,
  count: number,
  { most = moreThanBefore(), marca = "Taller Norte", word = "Noche" } = {},
): Promise<number[]> {
  const ids = [];
  for (let n = 0; n < count; n++) {
    const nombre = `${word} ${n}`;
    const dupe = { perfumeId, marca, nombre, userId: null, language: "es" };
    await suggestDupe(db, dupe, new Date());
    const { id } = await db
      .updateTable("sugerencias_dupes")
      .set({ veces: most - n })
      .where("perfume_id", "=", perfumeId)
      .where("nombre_dupe", "=", nombre)
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}
