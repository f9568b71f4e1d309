import { type Kysely, sql } from "kysely";

// Frozen: a change to the schema is a new file beside this one.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("removed_perfumes")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .execute();
  // By triggers, because perfumes are removed by hand, too. SQLite gives the highest id again once its row is gone.
  await sql`create trigger perfumes_removed after delete on perfumes
    begin insert or ignore into removed_perfumes (id) values (old.id); end`.execute(db);
  await sql`create trigger perfumes_back after insert on perfumes
    begin delete from removed_perfumes where id = new.id; end`.execute(db);
}
