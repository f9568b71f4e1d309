import { sql } from "kysely";
import type { Db } from "#db/connect.ts";
import type { Linked } from "./related.ts";

/** links on a bottle's page (RULES.md 5.9) */
const maxOthers = 12;

/** @returns what a bottle is a dupe of, in the order of RULES.md 5.4: each original with the figures of that dupe */
export async function originalsOf(db: Db, bottleId: number) {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes as original", "original.id", "perfume_id")
    .select(["dupes.id", "original.id as originalId", "original.marca", "original.nombre"])
    .select(["original.foto", "estimacion", "porcentaje", "likes", "dislikes"])
    .where("dupe_perfume_id", "=", bottleId)
    .orderBy(sql`(likes + dislikes > 0 or estimacion is not null)`, "desc")
    .orderBy("porcentaje", "desc")
    .orderBy(sql`likes + dislikes`, "desc")
    .orderBy("original.nombre_clave")
    .orderBy("dupes.id")
    .execute();
}

export type Original = Awaited<ReturnType<typeof originalsOf>>[number];

/** @returns at most 12 other dupes of the same originals, the most similar first, each once */
export async function otherDupes(db: Db, bottleId: number): Promise<Linked[]> {
  return db
    .selectFrom("dupes as own")
    .innerJoin("dupes as other", (on) =>
      on
        .onRef("other.perfume_id", "=", "own.perfume_id")
        .onRef("other.dupe_perfume_id", "!=", "own.dupe_perfume_id"),
    )
    .select(["other.dupe_perfume_id as id", "other.marca", "other.nombre"])
    .where("own.dupe_perfume_id", "=", bottleId)
    .groupBy(["other.dupe_perfume_id", "other.marca", "other.nombre"])
    .orderBy(
      (row) =>
        row.fn.max(
          sql<number>`iif(other.likes + other.dislikes > 0 or other.estimacion is not null, other.porcentaje, -1)`,
        ),
      "desc",
    )
    .orderBy("other.dupe_perfume_id")
    .limit(maxOthers)
    .execute();
}
