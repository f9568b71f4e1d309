import { sql } from "kysely";
import type { Db } from "#db/connect.ts";

/** @returns a perfume's dupes in the order of RULES.md 5.4, each with the number of its reviews */
export async function listDupes(db: Db, perfumeId: number) {
  return db
    .selectFrom("dupes")
    .select(["id", "marca", "nombre", "foto", "enlace", "porcentaje", "likes", "dislikes"])
    .select((dupe) =>
      dupe
        .selectFrom("dupe_reviews")
        .select((row) => row.fn.countAll<number>().as("n"))
        .whereRef("dupe_id", "=", "dupes.id")
        .$asScalar()
        .$notNull()
        .as("reviews"),
    )
    .where("perfume_id", "=", perfumeId)
    .orderBy("porcentaje", "desc")
    .orderBy(sql`likes + dislikes`, "desc")
    .orderBy("nombre_clave")
    .orderBy("id")
    .execute();
}

export type ListedDupe = Awaited<ReturnType<typeof listDupes>>[number];
