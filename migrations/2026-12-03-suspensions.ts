import { type Kysely, sql } from "kysely";

/** Suspended people, what was removed of them, and what keeps operators' accounts safe (RULES.md 27). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await addSuspensions(db);
  await addRemovals(db);
  await addProofs(db);
  await addSecondFactors(db);
}

const ofPerson = (db: Kysely<any>, table: string, asKey = false) =>
  db.schema.createTable(table).addColumn("user_id", "text", (c) => {
    const column = c.notNull().references("usuarios.id").onDelete("cascade");
    return asKey ? column.primaryKey() : column;
  });

async function addSuspensions(db: Kysely<any>): Promise<void> {
  await ofPerson(db, "suspensions", true)
    .addColumn("since", "text", (c) => c.notNull())
    .addColumn("until", "text")
    .addColumn("entry", "integer", (c) => c.notNull())
    .execute();
  // With whose it is, so that the queue is read from the index alone.
  await db.schema.dropIndex("prices_held").execute();
  await db.schema
    .createIndex("prices_held")
    .on("prices")
    .columns(["created_at", "id", "user_id"])
    .where(sql.ref("state"), "=", "held")
    .execute();
  await db.schema
    .createTable("barred_addresses")
    .addColumn("address_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("until", "text")
    .execute();
}

async function addRemovals(db: Kysely<any>): Promise<void> {
  await ofPerson(db, "removed_votes")
    .addColumn("entry", "integer", (c) => c.notNull())
    // A dupe that is gone by then, or another one, is found out when the vote is put back.
    .addColumn("dupe_id", "integer", (c) => c.notNull())
    .addColumn("voto", "integer", (c) => c.notNull().check(sql`voto in (1, -1)`))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("removed_votes_once", ["entry", "dupe_id"])
    .execute();
  await db.schema
    .createIndex("removed_votes_of_user")
    .on("removed_votes")
    .column("user_id")
    .execute();
  await db.schema
    .createTable("removed_reviews")
    .addColumn("review_id", "integer", (c) =>
      c.notNull().references("dupe_reviews.id").onDelete("cascade"),
    )
    .addColumn("entry", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('shown', 'hidden')`))
    .addColumn("version", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("removed_reviews_once", ["entry", "review_id"])
    .execute();
  await db.schema
    .createIndex("removed_reviews_of_review")
    .on("removed_reviews")
    .column("review_id")
    .execute();
}

async function addProofs(db: Kysely<any>): Promise<void> {
  // When who is signed in last showed a password, or came from Google.
  await db.schema.alterTable("sessions").addColumn("proved_at", "text").execute();
  await ofPerson(db, "kept_forms")
    .addColumn("token_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("fields", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("kept_forms_of_user").on("kept_forms").column("user_id").execute();
}

async function addSecondFactors(db: Kysely<any>): Promise<void> {
  await ofPerson(db, "second_factors", true)
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("since", "text", (c) => c.notNull())
    .addColumn("confirmed_at", "text")
    .addColumn("last_step", "integer")
    .execute();
  await ofPerson(db, "recovery_codes")
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("recovery_codes_once", ["user_id", "code_hash"])
    .execute();
  await ofPerson(db, "second_steps")
    .addColumn("token_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("device_hash", "text", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("second_steps_of_user")
    .on("second_steps")
    .column("user_id")
    .execute();
  await ofPerson(db, "operator_networks")
    .addColumn("network_hash", "text", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("seen_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("operator_networks_once", ["user_id", "network_hash"])
    .execute();
}
