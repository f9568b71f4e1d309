import { type Kysely, sql } from "kysely";
import {
  addIndex,
  addVoiceIndexes,
  by,
  checked,
  counted,
  initially,
  key,
  of,
  required,
} from "./baseline-columns.ts";

/** Votes, reviews and their reports, and what was removed from suspended people. */
export async function addReviewTables(db: Kysely<any>): Promise<void> {
  await addVotes(db);
  await addReviews(db);
  await addReports(db);
  await addRemovals(db);
}

// Types as older databases have them: their words' order, and on PostgreSQL the collation and the size.
const [text, integer] = [sql`text`, sql`integer`];
const state = sql`text not null default 'counted'
  check (state in ('counted', 'waiting', 'uncounted'))`;

async function addVotes(db: Kysely<any>): Promise<void> {
  const table = "user_votes";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("voto", "integer", checked("voto in (1, -1)"))
    .addColumn("created_at", "text", required)
    .addColumn("state", state)
    .addColumn("counts_from", text)
    .addColumn("counted_at", text)
    .addColumn("mailbox", text)
    // Unused, but in the data of undos.
    .addColumn("uncounted_by", integer)
    .addColumn("network", text)
    .addColumn("mail_domain", text)
    .addUniqueConstraint("user_votes_one_each", ["dupe_id", "user_id"])
    .execute();
  await addIndex(db, table, "user_votes_of_person", ["user_id"]);
  await addIndex(db, table, "user_votes_by_created_at", ["created_at"]);
  await addVoiceIndexes(db, table);
  await addIndex(db, table, `${table}_uncounted`, ["uncounted_by"], "uncounted_by is not null");
}

async function addReviews(db: Kysely<any>): Promise<void> {
  const table = "dupe_reviews";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("description", "text", checked("length(trim(description)) > 0"))
    .addColumn("language", "text")
    .addColumn("created_at", "text", required)
    .addColumn("state", "text", initially("shown", "state in ('shown', 'hidden', 'removed')"))
    .addColumn("version", "integer", initially(0))
    .addColumn("decided_at", "text")
    .addColumn("own_state", "text")
    .execute();
  const newest = ["dupe_id", "state", "created_at desc", "id desc"];
  await addIndex(db, table, "dupe_reviews_newest", newest);
  await addIndex(db, table, "dupe_reviews_of_person", ["user_id"]);
  await addIndex(db, table, "dupe_reviews_removed", ["decided_at"], "state = 'removed'");
  await addIndex(db, table, "dupe_reviews_by_created_at", ["created_at"]);
  await addIndex(db, table, "dupe_reviews_hidden", ["created_at", "id"], "state = 'hidden'");
  await db.schema
    .createTable("review_drafts")
    .addColumn("token_hash", "text", key)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("description", "text", required)
    .addColumn("expires_at", "text", required)
    .execute();
  await addIndex(db, "review_drafts", "review_drafts_by_end", ["expires_at"]);
  await addIndex(db, "review_drafts", "review_drafts_of_dupe", ["dupe_id"]);
}

async function addReports(db: Kysely<any>): Promise<void> {
  const table = "review_reports";
  const [waiting, decided] = ["decided_at is null", "decided_at is not null"];
  // On PostgreSQL, constraints keep the first name of their table, which older databases have.
  await db.schema
    .createTable("next_review_reports")
    .addColumn("id", "integer", counted)
    .addColumn("review_id", "integer", of("dupe_reviews.id"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("mailbox", "text")
    .addColumn("mail_domain", "text")
    .addColumn("reason", "text", checked("reason in ('spam', 'offensive', 'false', 'rights')"))
    .addColumn("note", "text")
    .addColumn("created_at", "text", required)
    .addColumn("decided_at", "text")
    .addColumn("network", "text")
    .addColumn("counts_from", "text")
    .addColumn("counted_at", "text")
    .addUniqueConstraint("review_reports_one_each", ["review_id", "user_id"])
    .addUniqueConstraint("review_reports_one_per_mailbox", ["review_id", "mailbox"])
    .execute();
  await db.schema.alterTable("next_review_reports").renameTo(table).execute();
  await addIndex(db, table, "review_reports_waiting", ["review_id", "created_at"], waiting);
  await addIndex(db, table, "review_reports_decided", ["decided_at"], decided);
  await addIndex(db, table, "review_reports_of_user", ["user_id", "created_at"]);
  for (const origin of ["mailbox", "mail_domain"])
    await addIndex(
      db,
      table,
      `review_reports_of_${origin}`,
      [origin, "created_at"],
      `${origin} is not null`,
    );
  await addIndex(db, table, "review_reports_due", ["counts_from"], "counts_from is not null");
  await addIndex(db, table, "review_reports_with_network", ["created_at"], "network is not null");
}

async function addRemovals(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("removed_votes")
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("entry", "integer", required)
    // No foreign key: restoring the vote checks whether the dupe is gone or another one.
    .addColumn("dupe_id", "integer", required)
    .addColumn("voto", "integer", checked("voto in (1, -1)"))
    .addColumn("created_at", "text", required)
    .addColumn("state", state)
    .addColumn("counts_from", text)
    .addColumn("counted_at", text)
    .addColumn("mailbox", text)
    .addColumn("uncounted_by", integer)
    .addColumn("mail_domain", "text")
    .addColumn("network", "text")
    .addPrimaryKeyConstraint("removed_votes_once", ["entry", "dupe_id"])
    .execute();
  await addIndex(db, "removed_votes", "removed_votes_of_user", ["user_id"]);
  await db.schema
    .createTable("removed_reviews")
    .addColumn("review_id", "integer", of("dupe_reviews.id"))
    .addColumn("entry", "integer", required)
    .addColumn("state", "text", checked("state in ('shown', 'hidden')"))
    .addColumn("version", "integer", required)
    .addPrimaryKeyConstraint("removed_reviews_once", ["entry", "review_id"])
    .execute();
  await addIndex(db, "removed_reviews", "removed_reviews_of_review", ["review_id"]);
}
