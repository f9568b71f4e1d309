import type { Kysely } from "kysely";

// Frozen: a change to the schema is a new file beside this one.
export async function up(db: Kysely<any>): Promise<void> {
  // A house's best-known perfumes, without sorting the house: a large one has thousands.
  await db.schema
    .createIndex("perfumes_of_house_by_fame")
    .on("perfumes")
    .columns(["marca_slug", "popularidad desc", "vistas desc", "id"])
    .execute();
}
