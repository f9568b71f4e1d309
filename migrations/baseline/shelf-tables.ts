import type { Kysely } from "kysely";
import { addIndex, checked, key, of, required } from "./baseline-columns.ts";

export async function addShelfTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("dupe_alerts")
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("since", "text", required)
    .addColumn("language", "text", required)
    .addPrimaryKeyConstraint("dupe_alerts_key", ["user_id", "perfume_id"])
    .execute();
  await addIndex(db, "dupe_alerts", "dupe_alerts_of_perfume", ["perfume_id"]);
  await db.schema
    .createTable("shelf")
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("list", "text", checked("list in ('want', 'have', 'had')"))
    .addColumn("since", "text", required)
    .addColumn("told_at", "text")
    .addColumn("told_similarity", "integer")
    .addColumn("told_price", "integer")
    .addColumn("told_currency", "text")
    .addPrimaryKeyConstraint("shelf_key", ["user_id", "perfume_id"])
    .execute();
  await addIndex(db, "shelf", "shelf_of_perfume", ["perfume_id"]);
  await db.schema
    .createTable("shelf_emails")
    .addColumn("user_id", "text", (c) => of("usuarios.id")(key(c)))
    .addColumn("language", "text", required)
    .addColumn("since", "text", required)
    .addColumn("last_sent_at", "text")
    .execute();
  await addIndex(db, "shelf_emails", "shelf_emails_by_language", ["language", "user_id"]);
}
