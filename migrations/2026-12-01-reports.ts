import { type Kysely, sql } from "kysely";
import { rebuildTable } from "../db/dialect.ts";

/** Reports of reviews, and notices of rights holders (RULES.md 24). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await addStatesOfReviews(db);
  await addReports(db);
  await addKindsOfMessages(db);
}

/** Made anew, so that no id is ever given again: a decision names a review by its id. */
async function addStatesOfReviews(db: Kysely<any>): Promise<void> {
  await rebuildTable(db, "dupe_reviews", async (next) => {
    await db.schema
      .createTable(next)
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
      .addColumn("dupe_id", "integer", (c) =>
        c.notNull().references("dupes.id").onDelete("cascade"),
      )
      .addColumn("user_id", "text", (c) =>
        c.notNull().references("usuarios.id").onDelete("cascade"),
      )
      .addColumn("description", "text", (c) =>
        c.notNull().check(sql`length(trim(description)) > 0`),
      )
      .addColumn("language", "text")
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) =>
        c
          .notNull()
          .defaultTo("shown")
          .check(sql`state in ('shown', 'hidden', 'removed')`),
      )
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("decided_at", "text")
      .execute();
    const kept = ["id", "dupe_id", "user_id", "description", "language", "created_at"];
    await db
      .insertInto(next)
      .columns(kept)
      .expression(db.selectFrom("dupe_reviews").select(kept))
      .execute();
  });
  await db.schema
    .createIndex("dupe_reviews_newest")
    .on("dupe_reviews")
    .columns(["dupe_id", "state", "created_at desc", "id desc"])
    .execute();
  await db.schema
    .createIndex("dupe_reviews_of_person")
    .on("dupe_reviews")
    .column("user_id")
    .execute();
  // For housekeeping.
  await db.schema
    .createIndex("dupe_reviews_removed")
    .on("dupe_reviews")
    .column("decided_at")
    .where(sql.ref("state"), "=", "removed")
    .execute();
}

async function addReports(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("review_reports")
    .addColumn("review_id", "integer", (c) =>
      c.notNull().references("dupe_reviews.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (c) => c.notNull().references("usuarios.id").onDelete("cascade"))
    .addColumn("reason", "text", (c) =>
      c.notNull().check(sql`reason in ('spam', 'offensive', 'false', 'rights')`),
    )
    .addColumn("note", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("decided_at", "text")
    .addPrimaryKeyConstraint("review_reports_once", ["review_id", "user_id"])
    .execute();
  await db.schema
    .createIndex("review_reports_waiting")
    .on("review_reports")
    .columns(["review_id", "created_at"])
    .where(sql.ref("decided_at"), "is", null)
    .execute();
  await db.schema
    .createIndex("review_reports_decided")
    .on("review_reports")
    .column("decided_at")
    .where(sql.ref("decided_at"), "is not", null)
    .execute();
  await db.schema
    .createIndex("review_reports_of_user")
    .on("review_reports")
    .column("user_id")
    .execute();
}

/** A notice is longer than a message, and does not ask to accept the privacy policy: both are checks of the table, which is made anew. */
async function addKindsOfMessages(db: Kysely<any>): Promise<void> {
  await rebuildTable(db, "contact_messages", async (next) => {
    await db.schema
      .createTable(next)
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
      .addColumn("kind", "text", (c) =>
        c
          .notNull()
          .defaultTo("contact")
          .check(sql`kind in ('contact', 'notice')`),
      )
      .addColumn("name", "text", (c) => c.notNull().check(sql`length(name) between 1 and 100`))
      .addColumn("email", "text", (c) => c.notNull().check(sql`length(email) between 1 and 255`))
      .addColumn("message", "text", (c) =>
        c
          .notNull()
          .check(
            sql`length(message) between 1 and case kind when 'notice' then 4000 else 1000 end`,
          ),
      )
      .addColumn("url", "text", (c) => c.check(sql`(kind = 'notice') = (url is not null)`))
      .addColumn("language", "text")
      .addColumn("privacy_accepted", "integer", (c) =>
        c.notNull().check(sql`privacy_accepted = case kind when 'contact' then 1 else 0 end`),
      )
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("cascade"))
      .addColumn("state", "text", (c) =>
        c
          .notNull()
          .defaultTo("open")
          .check(sql`state in ('open', 'answered')`),
      )
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("decision", "text", (c) => c.check(sql`decision in ('removed', 'kept')`))
      .addColumn("decision_reason", "text")
      .addColumn("answered_at", "text")
      .execute();
    const kept = ["id", "name", "email", "message", "privacy_accepted", "created_at", "user_id"];
    await db
      .insertInto(next)
      .columns(kept)
      .expression(db.selectFrom("contact_messages").select(kept))
      .execute();
  });
  await db.schema
    .createIndex("contact_messages_by_user")
    .on("contact_messages")
    .column("user_id")
    .where(sql.ref("user_id"), "is not", null)
    .execute();
  await db.schema
    .createIndex("contact_messages_open")
    .on("contact_messages")
    .column("id")
    .where(sql.ref("state"), "=", "open")
    .execute();
}
