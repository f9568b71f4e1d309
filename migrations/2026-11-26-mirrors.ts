import type { Kysely } from "kysely";
import { required } from "./baseline/baseline-columns.ts";

/** Which rows came with a dump of another site: a later dump may correct them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("mirrored_rows")
    .addColumn("site", "text", required)
    .addColumn("file", "text", required)
    .addColumn("their_id", "integer", required)
    .addColumn("own_id", "integer", required)
    .addPrimaryKeyConstraint("mirrored_rows_key", ["site", "file", "their_id"])
    .execute();
}
