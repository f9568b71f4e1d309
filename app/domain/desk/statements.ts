import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { type DueEmails, queueDueEmails } from "#app/mail/outbox.ts";
import { itemOf } from "./queue/items.ts";
import { type Statement, statementEmail } from "./statement-emails.ts";

type Row = Awaited<ReturnType<typeof dueStatements>>[number];

/** Queues each statement of reasons once (RULES.md 10.21). @returns how many emails were queued */
export async function queueDueStatements(db: Db, origin: string, now: Date): Promise<number> {
  const statements: DueEmails<Row> = {
    find: dueStatements,
    settle: (tx, { id }) => settleStatement(tx, id),
    async write(tx, row) {
      const statement = await statementOf(tx, row);
      return statement && statementEmail(origin, statement);
    },
  };
  return queueDueEmails(db, statements, now);
}

/** @returns null without a confirmed address, or if the review is gone */
async function statementOf(tx: Db, row: Row): Promise<Statement | null> {
  const { id: reference, at, person_id: personId, email, confirmed_at } = row;
  if (personId === null || email === null || confirmed_at === null) return null;
  const told = await decidedIn(tx, row);
  if (!told) return null;
  const language = told.language ?? (await lastLanguage(tx, personId));
  return { email, language, reference, at, decided: told.decided };
}

async function decidedIn(
  tx: Db,
  { action, subject, reason, before, after }: Row,
): Promise<{ decided: Statement["decided"]; language?: string | null } | null> {
  if (action === "suspend") {
    const { until = null } = JSON.parse(after ?? "{}");
    return { decided: { kind: "suspension", until, reason: reason ?? "" } };
  }
  if (action === "remove-reviews") {
    const { count = 0 } = JSON.parse(before ?? "{}");
    return { decided: { kind: "reviews", count } };
  }
  const review = await reviewNamed(tx, itemOf(subject)?.id ?? 0);
  if (!review) return null;
  const { marca, nombre, description: text, language } = review;
  return { decided: { kind: "review", bottle: { marca, nombre }, text }, language };
}

async function dueStatements(db: Db, limit: number) {
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

async function settleStatement(tx: Db, entry: number): Promise<void> {
  await tx.updateTable("audit_log").set({ statement_due: 0 }).where("id", "=", entry).execute();
}

async function reviewNamed(db: Db, id: number) {
  return db
    .selectFrom("dupe_reviews")
    .innerJoin("dupes", "dupes.id", "dupe_id")
    .select(["description", "language", "marca", "nombre"])
    .where("dupe_reviews.id", "=", id)
    .executeTakeFirst();
}

/** The language of the last page on which they submitted something, if still stored. */
async function lastLanguage(db: Db, userId: string): Promise<string | null> {
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
