import type { Kysely } from "kysely";
import {
  addIndex,
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

async function addVotes(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("user_votes")
    .addColumn("id", "integer", key)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("voto", "integer", checked("voto in (1, -1)"))
    .addColumn("created_at", "text", required)
    .addUniqueConstraint("user_votes_one_each", ["dupe_id", "user_id"])
    .execute();
  await addIndex(db, "user_votes", "user_votes_of_person", ["user_id"]);
  await addIndex(db, "user_votes", "user_votes_by_created_at", ["created_at"]);
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
  await db.schema
    .createTable(table)
    .addColumn("review_id", "integer", of("dupe_reviews.id"))
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("reason", "text", checked("reason in ('spam', 'offensive', 'false', 'rights')"))
    .addColumn("note", "text")
    .addColumn("created_at", "text", required)
    .addColumn("decided_at", "text")
    .addPrimaryKeyConstraint("review_reports_once", ["review_id", "user_id"])
    .execute();
  await addIndex(db, table, "review_reports_waiting", ["review_id", "created_at"], waiting);
  await addIndex(db, table, "review_reports_decided", ["decided_at"], decided);
  await addIndex(db, table, "review_reports_of_user", ["user_id"]);
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
