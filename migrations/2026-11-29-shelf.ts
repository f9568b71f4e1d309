import { type Kysely, sql } from "kysely";

/** People's own bottles, and the weekly email about those that they want. Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("shelf")
    .addColumn("user_id", "text", (c) => c.notNull().references("usuarios.id").onDelete("cascade"))
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("list", "text", (c) => c.notNull().check(sql`list in ('want', 'have', 'had')`))
    .addColumn("since", "text", (c) => c.notNull())
    // What their owner was last told of the bottle's dupes.
    .addColumn("told_at", "text")
    .addColumn("told_similarity", "integer")
    .addColumn("told_price", "integer")
    .addColumn("told_currency", "text")
    .addPrimaryKeyConstraint("shelf_key", ["user_id", "perfume_id"])
    .execute();
  await db.schema.createIndex("shelf_of_perfume").on("shelf").column("perfume_id").execute();
  await db.schema
    .createTable("shelf_emails")
    .addColumn("user_id", "text", (c) =>
      c.primaryKey().notNull().references("usuarios.id").onDelete("cascade"),
    )
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("since", "text", (c) => c.notNull())
    .addColumn("last_sent_at", "text")
    .execute();
  await db.schema
    .createIndex("shelf_emails_by_language")
    .on("shelf_emails")
    .columns(["language", "user_id"])
    .execute();
  await db.schema.alterTable("outbox").addColumn("unsubscribe_url", "text").execute();
}
