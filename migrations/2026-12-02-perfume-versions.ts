import type { Kysely } from "kysely";
import { createTrigger, wordsOf } from "../db/dialect.ts";

/** What operators change in the catalogue (RULES.md 26). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("perfumes")
    .addColumn("revision", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  // By a trigger, because commands and imports change bottles, too.
  await createTrigger(
    db,
    `perfumes_versioned after update of marca, nombre, popularidad, foto on perfumes
    when (old.marca, old.nombre, old.popularidad, old.foto)
      ${wordsOf(db).isNot} (new.marca, new.nombre, new.popularidad, new.foto)
    begin update perfumes set revision = revision + 1 where id = new.id; end`,
  );
  // Who is served a photo, and which files nobody needs any more.
  await db.schema.createIndex("perfumes_by_foto").on("perfumes").column("foto").execute();
  await addChangedRows(db);
}

/** What is needed to undo a change of the catalogue: each row of it that changed, as it was and as it became. */
async function addChangedRows(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("changed_rows")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
    .addColumn("entry_id", "integer", (c) =>
      c.notNull().references("audit_log.id").onDelete("cascade"),
    )
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("place", "text", (c) => c.notNull())
    // What somebody wrote or voted goes with their account.
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("cascade"))
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .execute();
  for (const column of ["entry_id", "at", "user_id"])
    await db.schema
      .createIndex(`changed_rows_by_${column}`)
      .on("changed_rows")
      .column(column)
      .execute();
}
