import { sql } from "kysely";
import type { Db } from "#db/connect.ts";

const votes = sql<number>`likes + dislikes`;

/** Whether anything is known of how alike they are: votes, or an estimate. */
const hasEvidence = sql<0 | 1>`(likes + dislikes > 0 or estimacion is not null)`;

/** @returns a perfume's dupes in the order of RULES.md 5.4, each with the number of its reviews */
export async function listDupes(db: Db, perfumeId: number) {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", "dupe_perfume_id")
    .select(["dupes.id", "bottle.id as bottleId", "dupes.marca", "dupes.nombre", "dupes.foto"])
    .select(["enlace", "estimacion", "porcentaje", "likes", "dislikes"])
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
    .orderBy(hasEvidence, "desc")
    .orderBy("porcentaje", "desc")
    .orderBy(votes, "desc")
    .orderBy("bottle.nombre_clave")
    .orderBy("dupes.id")
    .execute();
}

export type ListedDupe = Awaited<ReturnType<typeof listDupes>>[number];
