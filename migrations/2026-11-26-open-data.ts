import { type Kysely, sql } from "kysely";
import { createTrigger, dropTrigger, wordsOf } from "../db/triggers.ts";
import {
  addIndex,
  checked,
  counted,
  initially,
  of,
  required,
} from "./baseline/baseline-columns.ts";
import { aliasesByBrand } from "./baseline/baseline-triggers.ts";
import { dataTriggers, allRows } from "./open-data/data-triggers.ts";

/** Which rows of the open data changed last, and when (RULES.md 15). */
export async function up(db: Kysely<any>): Promise<void> {
  await numberAliases(db);
  await db.schema
    .createTable("data_changes")
    .addColumn("file", "text", required)
    .addColumn("row_id", "integer", required)
    .addColumn("number", "integer", (c) => c.unique())
    .addColumn("shown_since", "integer")
    .addColumn("at", "text", required)
    .addColumn("waits", "integer", initially(1, "waits in (0, 1)"))
    .addPrimaryKeyConstraint("data_changes_key", ["file", "row_id"])
    .execute();
  await addIndex(db, "data_changes", "data_changes_waiting", ["at", "file", "row_id"], "waits = 1");
  const words = wordsOf(db);
  for (const rows of allRows(words.now))
    await sql.raw(`insert into data_changes (file, row_id, at) ${rows}`).execute(db);
  for (const trigger of dataTriggers(words)) await createTrigger(db, trigger);
}

/** SQLite cannot add a numbered column to a table. */
async function numberAliases(db: Kysely<any>): Promise<void> {
  await dropTrigger(db, "aliases_by_brand", "perfumes");
  await db.schema
    .createTable("numbered_aliases")
    .addColumn("id", "integer", counted)
    .addColumn("marca_clave", "text", required)
    .addColumn("alias_clave", "text", required)
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("alias", "text", checked("length(alias) > 0"))
    .addColumn("kind", "text", checked("kind in ('name', 'code')"))
    .addUniqueConstraint("perfume_aliases_once", ["marca_clave", "alias_clave"])
    .execute();
  const columns = "marca_clave, alias_clave, perfume_id, alias, kind";
  await sql
    .raw(
      `insert into numbered_aliases (${columns}) select ${columns} from perfume_aliases order by perfume_id, alias_clave`,
    )
    .execute(db);
  await db.schema.dropTable("perfume_aliases").execute();
  await db.schema.alterTable("numbered_aliases").renameTo("perfume_aliases").execute();
  await addIndex(db, "perfume_aliases", "perfume_aliases_of_perfume", ["perfume_id"]);
  await createTrigger(db, aliasesByBrand);
}
