import { sql } from "kysely";
import type { Db } from "#db/database.ts";

/** @returns the first decisions whose reasons are still to be told, the oldest first, each with the person's address */
export async function dueStatements(db: Db, limit: number) {
  return db
    .selectFrom("audit_log")
    .leftJoin("accounts", "accounts.user_id", "person_id")
    .select(["audit_log.id", "at", "action", "subject", "reason", "before", "after"])
    .select(["person_id", "email", "confirmed_at"])
    .where("statement_due", "=", 1)
    .orderBy("audit_log.id")
    .limit(limit)
    .execute();
}

/** Notes that the person was told, or cannot be. */
export async function settleStatement(tx: Db, entry: number): Promise<void> {
  await tx.updateTable("audit_log").set({ statement_due: 0 }).where("id", "=", entry).execute();
}

/** @returns a review with its bottle, or undefined */
export async function reviewNamed(db: Db, id: number) {
  return db
    .selectFrom("dupe_reviews")
    .innerJoin("dupes", "dupes.id", "dupe_id")
    .select(["description", "language", "marca", "nombre"])
    .where("dupe_reviews.id", "=", id)
    .executeTakeFirst();
}

/** @returns the language of the page on which a person wrote or asked for something last, as far as that is kept; null where it is not */
export async function lastLanguage(db: Db, userId: string): Promise<string | null> {
  const known = (table: "dupe_reviews" | "suggestion_authors", at: "created_at" | "at") =>
    sql`select language, ${sql.ref(at)} as at from ${sql.table(table)} where user_id = ${userId}`;
  const { rows } = await sql<{ language: string }>`
    select language from (
      ${known("dupe_reviews", "created_at")}
      union all ${known("suggestion_authors", "at")}
      union all select language, since from dupe_alerts where user_id = ${userId}
      union all select language, since from shelf_emails where user_id = ${userId}
    ) as known where language is not null order by at desc limit 1`.execute(db);
  return rows[0]?.language ?? null;
}
