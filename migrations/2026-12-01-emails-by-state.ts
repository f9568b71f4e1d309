import { type Kysely, sql } from "kysely";

/** So that emails that fail or are given up are counted without reading those that were sent. Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("outbox_failing")
    .on("outbox")
    .column("id")
    .where(sql<boolean>`next_attempt_at is not null and attempts > 0`)
    .execute();
  await db.schema
    .createIndex("outbox_dead")
    .on("outbox")
    .column("id")
    .where(sql<boolean>`dead_at is not null`)
    .execute();
}
