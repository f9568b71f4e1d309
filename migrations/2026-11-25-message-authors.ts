import { type Kysely, sql } from "kysely";

/** Who sent a contact message while signed in; with the account the message goes. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("contact_messages")
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("cascade"))
    .execute();
  await db.schema
    .createIndex("contact_messages_by_user")
    .on("contact_messages")
    .column("user_id")
    .where(sql.ref("user_id"), "is not", null)
    .execute();
}
