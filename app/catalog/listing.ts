import { sql } from "kysely";
import type { Db } from "#db/connect.ts";

/** When what a perfume's page shows last changed: its own names, a dupe, or a vote on one. */
const changedAt = sql<string>`max(perfumes.updated_at, coalesce((
  select max(dupes.updated_at) from dupes where dupes.perfume_id = perfumes.id), ''))`;

/** How many perfumes there are, and houses that have an address. */
export async function countListed(db: Db): Promise<{ perfumes: number; houses: number }> {
  const count = await db
    .selectFrom("perfumes")
    .select((row) => [
      row.fn.countAll<number>().as("perfumes"),
      row.fn
        .count<number>(sql`nullif(marca_slug, '')`)
        .distinct()
        .as("houses"),
    ])
    .executeTakeFirstOrThrow();
  return { perfumes: Number(count.perfumes), houses: Number(count.houses) };
}

/** Perfumes in the order of their ids, from the one at `offset` on. */
export async function listPerfumes(db: Db, offset: number, limit: number) {
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", changedAt.as("changedAt")])
    .orderBy("id")
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Houses by the words of their addresses, likewise. */
export async function listHouses(db: Db, offset: number, limit: number) {
  return db
    .selectFrom("perfumes")
    .select((row) => ["marca_slug as slug", row.fn.max("updated_at").as("changedAt")])
    .where("marca_slug", "!=", "")
    .groupBy("marca_slug")
    .orderBy("marca_slug")
    .offset(offset)
    .limit(limit)
    .execute();
}

/** The dupes that came last into the catalogue, the newest first, each with the perfume that it is like. */
export async function newestDupes(db: Db, limit: number) {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
    .select([
      "dupes.id as dupeId",
      "dupes.marca as dupeMarca",
      "dupes.nombre as dupeNombre",
      "dupes.created_at as createdAt",
      "perfumes.id",
      "perfumes.marca",
      "perfumes.nombre",
    ])
    .orderBy("dupes.id", "desc")
    .limit(limit)
    .execute();
}
