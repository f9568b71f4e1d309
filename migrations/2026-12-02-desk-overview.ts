import { type Kysely, sql } from "kysely";

/** What the desk's overview counts by index, and when things were done last. Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await addDayViews(db);
  for (const table of [
    "usuarios",
    "user_votes",
    "dupe_reviews",
    "sugerencias_perfumes",
    "sugerencias_dupes",
  ])
    await db.schema.createIndex(`${table}_by_created_at`).on(table).column("created_at").execute();
  await db.schema.dropIndex("contact_messages_open").execute();
  await db.schema
    .createIndex("contact_messages_by_state")
    .on("contact_messages")
    .columns(["state", "id"])
    .execute();
  await db.schema
    .createTable("last_runs")
    .addColumn("name", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();
  await db.schema.alterTable("operators").addColumn("language", "text").execute();
}

/** Through how many searches is not known of the days before, nor of the whole of this one. */
async function addDayViews(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("day_views")
    .addColumn("day", "text", (c) =>
      c
        .primaryKey()
        .notNull()
        .check(sql`length(day) = 10`),
    )
    .addColumn("views", "integer", (c) => c.notNull().check(sql`views > 0`))
    .addColumn("searched", "integer", (c) => c.check(sql`searched between 0 and views`))
    .execute();
  await sql`
    insert into day_views (day, views, searched)
    select substr(created_at, 1, 10), count(*), null from perfume_searches group by 1`.execute(db);
}
