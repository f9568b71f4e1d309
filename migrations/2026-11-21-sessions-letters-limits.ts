import { type Kysely, sql } from "kysely";
import { oneOf } from "../db/dialect.ts";

// Frozen: a change to the schema is a new file beside this one.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("token_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("usuarios.id").onDelete("cascade"))
    .addColumn("client_hash", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("seen_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sessions_of_person").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_by_use").on("sessions").column("seen_at").execute();

  await db.schema
    .createTable("account_tokens")
    .addColumn("token_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("usuarios.id").onDelete("cascade"))
    .addColumn("purpose", "text", (c) => c.notNull().check(sql`purpose in ('confirm', 'reset')`))
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addUniqueConstraint("account_tokens_one_each", ["user_id", "purpose"])
    .execute();

  await db.schema
    .createTable("outbox")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("message_id", "text", (c) => c.notNull().unique())
    .addColumn("recipient", "text", (c) => c.notNull())
    .addColumn("reply_to", "text")
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("html", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_attempt_at", "text")
    .addColumn("lease", "text")
    .addColumn("last_error", "text")
    .addColumn("sent_at", "text")
    .addColumn("parked_at", "text")
    .addCheckConstraint("outbox_one_state", oneOf(db, ["next_attempt_at", "sent_at", "parked_at"]))
    .execute();
  await db.schema.createIndex("outbox_due").on("outbox").column("next_attempt_at").execute();

  await db.schema
    .createTable("rate_limits")
    .addColumn("key", "text", (c) => c.primaryKey().notNull())
    .addColumn("points", "integer", (c) => c.notNull())
    .addColumn("expires_at", "text")
    .execute();
  await db.schema
    .createIndex("rate_limits_by_end")
    .on("rate_limits")
    .column("expires_at")
    .execute();

  await db.schema
    .createTable("review_drafts")
    .addColumn("token_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("dupe_id", "integer", (c) => c.notNull().references("dupes.id").onDelete("cascade"))
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("review_drafts_by_end")
    .on("review_drafts")
    .column("expires_at")
    .execute();
  await db.schema
    .createIndex("review_drafts_of_dupe")
    .on("review_drafts")
    .column("dupe_id")
    .execute();
}
