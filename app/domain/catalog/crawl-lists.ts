import { sql } from "kysely";
import type { Db } from "#db/database.ts";

/** A page changes with its bottle, its relations and their votes (RULES.md 11.13). */
const changedAt = sql<string>`(
  select max(at) from (
    select perfumes.updated_at as at
    union all select max(updated_at) from dupes where perfume_id = perfumes.id
    union all select max(updated_at) from dupes where dupe_perfume_id = perfumes.id
  ) as changes)`;

export async function countPerfumes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("perfumes")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listPerfumes(db: Db, offset: number, limit: number) {
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", changedAt.as("changedAt")])
    .orderBy("id")
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function listBrandAddresses(db: Db) {
  return db
    .selectFrom("perfumes")
    .select((row) => [
      "marca_slug as slug",
      row.fn.countAll<number>().as("perfumes"),
      row.fn.max("updated_at").as("changedAt"),
    ])
    .groupBy("marca_slug")
    .orderBy("marca_slug")
    .execute();
}

export async function newestDupes(db: Db, limit: number) {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
    .select([
      "dupes.id as dupeId",
      "dupes.dupe_perfume_id as bottleId",
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
