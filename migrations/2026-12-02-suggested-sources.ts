import { type Kysely, sql } from "kysely";
import {
  addIndex,
  by,
  checked,
  counted,
  initially,
  of,
  optional,
  required,
} from "./baseline/baseline-columns.ts";

const table = "source_suggestions";

/** Pages that people suggest for a dupe; with its author's account, one goes. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("url", "text", required)
    .addColumn("author", "text", optional("length(author) between 1 and 100"))
    .addColumn("stance", "text", checked("stance in ('for', 'against')"))
    .addColumn("said_on", "text")
    .addColumn("created_at", "text", required)
    .addColumn("state", "text", initially("waiting", "state in ('waiting', 'accepted', 'refused')"))
    .addColumn("version", "integer", initially(1))
    .addColumn("decided_at", "text")
    .addColumn("decided_by", "text", by("usuarios.id"))
    .addColumn("reason", "text")
    .addColumn("language", "text")
    .addColumn("thanks_due", "integer", optional("thanks_due in (0, 1)"))
    .execute();
  for (const column of ["dupe_id", "user_id", "decided_by"])
    await addIndex(db, table, `${table}_by_${column}`, [column]);
  const queue = ["created_at", "id", "user_id"];
  await addIndex(db, table, `${table}_waiting`, queue, "state = 'waiting'");
  await addIndex(db, table, `${table}_to_thank`, ["id"], "thanks_due = 1");
  await db.schema
    .createIndex(`${table}_once`)
    .unique()
    .on(table)
    .columns(["dupe_id", "url"])
    .where(sql.raw<boolean>("state = 'waiting'"))
    .execute();
}
