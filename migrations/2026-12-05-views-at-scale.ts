import { type Kysely, sql } from "kysely";

/** Views that are not in `vistas` yet, and which logs of a proxy were counted (RULES.md 5.7). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("perfume_new_views")
    .addColumn("perfume_id", "integer", (c) =>
      c.primaryKey().notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("views", "integer", (c) => c.notNull().check(sql`views >= 0`))
    .execute();
  await db.schema
    .createTable("imported_logs")
    .addColumn("digest", "text", (c) => c.primaryKey().notNull())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("bytes", "bigint", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("imported_logs_by_start")
    .on("imported_logs")
    .column("start")
    .execute();
}
