import type { Kysely } from "kysely";

/** Who wants to be told when a bottle gets its first dupe, since when, and the language of the page on which they asked. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("dupe_alerts")
    .addColumn("user_id", "text", (c) => c.notNull().references("usuarios.id").onDelete("cascade"))
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("since", "text", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("dupe_alerts_key", ["user_id", "perfume_id"])
    .execute();
  await db.schema
    .createIndex("dupe_alerts_of_perfume")
    .on("dupe_alerts")
    .column("perfume_id")
    .execute();
}
