import { type Kysely, sql } from "kysely";

/** So that emails that fail or are given up are counted without reading any. Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("outbox_due").execute();
  await db.schema
    .createIndex("outbox_due")
    .on("outbox")
    .columns(["next_attempt_at", "attempts"])
    .execute();
  await db.schema
    .createIndex("outbox_dead")
    .on("outbox")
    .column("dead_at")
    .where(sql.ref("dead_at"), "is not", null)
    .execute();
}
