import type { Kysely } from "kysely";
import {
  addIndex,
  by,
  checked,
  counted,
  initially,
  key,
  of,
  optional,
  required,
} from "./baseline-columns.ts";

/** Operators, decisions, and messages that wait for one. */
export async function addDeskTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("operators")
    .addColumn("user_id", "text", (c) => of("usuarios.id")(key(c)))
    .addColumn("role", "text", checked("role in ('moderator', 'owner')"))
    .addColumn("since", "text", required)
    .addColumn("language", "text")
    .execute();
  await addLog(db);
  await addChangedRows(db);
  await addExclusions(db);
  await addMessages(db);
}

async function addLog(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .addColumn("id", "integer", counted)
    .addColumn("at", "text", required)
    .addColumn("via", "text", checked("via in ('desk', 'command')"))
    .addColumn("actor_id", "text", by("usuarios.id"))
    .addColumn("action", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("perfume_id", "integer")
    .addColumn("person_id", "text", by("usuarios.id"))
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("reason", "text")
    .addColumn("undone_by", "integer", (c) => c.references("audit_log.id"))
    .addColumn("statement_due", "integer", initially(0, "statement_due in (0, 1)"))
    .execute();
  for (const column of ["actor_id", "subject", "perfume_id", "person_id", "undone_by"])
    await addIndex(db, "audit_log", `audit_log_by_${column}`, [column]);
  await addIndex(db, "audit_log", "audit_log_statement_due", ["id"], "statement_due = 1");
}

/** Each row changed by a catalogue change, before and after, for undoing it. */
async function addChangedRows(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("changed_rows")
    .addColumn("id", "integer", counted)
    .addColumn("entry_id", "integer", of("audit_log.id"))
    .addColumn("at", "text", required)
    .addColumn("place", "text", required)
    // People's texts and votes are deleted with their account.
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("cascade"))
    .addColumn("key", "text", required)
    .addColumn("before", "text")
    .addColumn("after", "text")
    .execute();
  for (const column of ["entry_id", "at", "user_id"])
    await addIndex(db, "changed_rows", `changed_rows_by_${column}`, [column]);
}

/** What decisions took away. */
async function addExclusions(db: Kysely<any>): Promise<void> {
  const subjects = "'user_votes', 'verdicts', 'blind_tests', 'dupe_reviews', 'prices'";
  await db.schema
    .createTable("exclusions")
    .addColumn("id", "integer", counted)
    .addColumn("entry", "integer", (c) => c.references("audit_log.id").onDelete("cascade"))
    .addColumn("subject", "text", checked(`subject in (${subjects})`))
    .addColumn("row_id", "integer", required)
    .addUniqueConstraint("exclusions_once", ["subject", "row_id", "entry"])
    .execute();
  await addIndex(db, "exclusions", "exclusions_by_entry", ["entry"]);
}

/** A notice is longer than a message and does not require accepting the privacy policy. */
async function addMessages(db: Kysely<any>): Promise<void> {
  const table = "contact_messages";
  const most = "case kind when 'notice' then 4000 else 1000 end";
  const accepted = "privacy_accepted = case kind when 'contact' then 1 else 0 end";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("kind", "text", initially("contact", "kind in ('contact', 'notice')"))
    .addColumn("name", "text", checked("length(name) between 1 and 100"))
    .addColumn("email", "text", checked("length(email) between 1 and 255"))
    .addColumn("message", "text", checked(`length(message) between 1 and ${most}`))
    .addColumn("url", "text", optional("(kind = 'notice') = (url is not null)"))
    .addColumn("language", "text")
    .addColumn("privacy_accepted", "integer", checked(accepted))
    .addColumn("created_at", "text", required)
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("cascade"))
    .addColumn("state", "text", initially("open", "state in ('open', 'answered')"))
    .addColumn("version", "integer", initially(0))
    .addColumn("decision", "text", optional("decision in ('removed', 'kept')"))
    .addColumn("decision_reason", "text")
    .addColumn("answered_at", "text")
    .execute();
  await addIndex(db, table, "contact_messages_by_user", ["user_id"], "user_id is not null");
  await addIndex(db, table, "contact_messages_by_state", ["state", "id"]);
}
