import { suggestDupe } from "#app/community/suggestions.ts";
import type { Db } from "#db/connect.ts";

/** Suggestions that come first and one after the other, whatever else waits meanwhile. @returns their ids */
export async function suggestMany(db: Db, perfumeId: number, count: number): Promise<number[]> {
  const most = 1_000_000 + Math.floor(Math.random() * 1_000_000) * 100;
  const ids = [];
  for (let n = 0; n < count; n++) {
    const nombre = `Noche ${n}`;
    const dupe = { perfumeId, marca: "Taller Norte", nombre, userId: null, language: "es" };
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
