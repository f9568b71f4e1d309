import type { Kysely } from "kysely";
import { createTrigger, wordsOf } from "../db/dialect.ts";

// Frozen: a change to the schema is a new file beside this one.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("removed_perfumes")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .execute();
  // By triggers, because perfumes are removed by hand, too. SQLite gives the highest id again once its row is gone.
  const removed = wordsOf(db).insertOrIgnore("removed_perfumes (id) values (old.id)");
  await createTrigger(
    db,
    `perfumes_removed after delete on perfumes
    begin ${removed}; end`,
  );
  await createTrigger(
    db,
    `perfumes_back after insert on perfumes
    begin delete from removed_perfumes where id = new.id; end`,
  );
}
