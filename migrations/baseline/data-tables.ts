import type { Kysely } from "kysely";
import { addIndex, initially, required } from "./baseline-columns.ts";

/** Which rows of the open data changed last, and which came with a dump of another site (RULES.md 15). */
export async function addDataTables(db: Kysely<any>): Promise<void> {
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
  await db.schema
    .createTable("mirrored_rows")
    .addColumn("site", "text", required)
    .addColumn("file", "text", required)
    .addColumn("their_id", "integer", required)
    .addColumn("own_id", "integer", required)
    .addPrimaryKeyConstraint("mirrored_rows_key", ["site", "file", "their_id"])
    .execute();
}
