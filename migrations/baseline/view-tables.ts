import { type Kysely, sql } from "kysely";
import { isPostgres } from "../../db/dialect.ts";
import { addMonths } from "../../db/postgres/month-parts.ts";
import { addIndex, by, checked, key, of, optional, required } from "./baseline-columns.ts";

export async function addViewTables(db: Kysely<any>): Promise<void> {
  await (isPostgres(db) ? addViewsByMonth(db) : addViews(db));
  await addIndex(db, "perfume_searches", "perfume_searches_of_perfume", ["perfume_id"]);
  await addIndex(db, "perfume_searches", "perfume_searches_of_person", ["user_id"]);
  await addSums(db);
  await db.schema
    .createTable("imported_logs")
    .addColumn("digest", "text", key)
    .addColumn("start", "text", required)
    .addColumn("bytes", "bigint", required)
    .addColumn("at", "text", required)
    .execute();
  await addIndex(db, "imported_logs", "imported_logs_by_start", ["start"]);
  await db.schema
    .createTable("search_misses")
    .addColumn("day", "text", checked("length(day) = 10"))
    .addColumn("text", "text", required)
    .addColumn("times", "integer", checked("times > 0"))
    .addPrimaryKeyConstraint("search_misses_key", ["day", "text"])
    .execute();
}

async function addViews(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("perfume_searches")
    .addColumn("id", "integer", key)
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("created_at", "text", required)
    .execute();
}

/** PostgreSQL partitions it by month (UTC), so that indexes in use stay small and old months can be dropped whole. */
async function addViewsByMonth(db: Kysely<any>): Promise<void> {
  await sql`create sequence perfume_searches_ids`.execute(db);
  // The sequence keeps ids unique: the key of a partitioned table must include the month.
  await sql`create table perfume_searches (
    id bigint not null default nextval('perfume_searches_ids'),
    perfume_id bigint not null references perfumes on delete cascade,
    user_id text collate "C" references usuarios on delete set null,
    created_at text collate "C" not null,
    primary key (id, created_at)
  ) partition by range (created_at)`.execute(db);
  await sql`alter sequence perfume_searches_ids owned by perfume_searches.id`.execute(db);
  await sql`create table perfume_searches_other partition of perfume_searches default`.execute(db);
  // Used when a month gets its own partition.
  await addIndex(db, "perfume_searches_other", "perfume_searches_other_by_time", ["created_at"]);
  await addMonths(db, "perfume_searches", new Date());
}

async function addSums(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("perfume_month_views")
    .addColumn("month", "text", checked("length(month) = 7"))
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("views", "integer", checked("views > 0"))
    .addPrimaryKeyConstraint("perfume_month_views_key", ["month", "perfume_id"])
    .execute();
  const top = ["month", "views desc", "perfume_id"];
  await addIndex(db, "perfume_month_views", "perfume_month_views_top", top);
  await addIndex(db, "perfume_month_views", "perfume_month_views_of_perfume", ["perfume_id"]);
  await db.schema
    .createTable("day_views")
    .addColumn("day", "text", (c) => checked("length(day) = 10")(key(c)))
    .addColumn("views", "integer", checked("views > 0"))
    .addColumn("searched", "integer", optional("searched between 0 and views"))
    .execute();
  // Views not yet added to `vistas`.
  await db.schema
    .createTable("perfume_new_views")
    .addColumn("perfume_id", "integer", (c) => of("perfumes.id")(key(c)))
    .addColumn("views", "integer", checked("views >= 0"))
    .execute();
}
