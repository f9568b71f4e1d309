import { type Kysely, sql } from "kysely";

/** Hidden reviews wait for a decision, also when nobody's report is left (RULES.md 24.7). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("dupe_reviews_hidden")
    .on("dupe_reviews")
    .columns(["created_at", "id"])
    .where(sql.ref("state"), "=", "hidden")
    .execute();
}
