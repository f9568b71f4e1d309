import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { type DueEmails, type Email, queueDueEmails } from "#app/mail/outbox.ts";
import { itemOf } from "./queue/items.ts";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage, type Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { writeEmail } from "#app/mail/email-template.ts";

type Row = Awaited<ReturnType<typeof dueStatements>>[number];

/** Queues each statement of reasons once (RULES.md 10.21). @returns how many emails were queued */
export async function queueDueStatements(db: Db, origin: string, now: Date): Promise<number> {
  const statements: DueEmails<Row> = {
    find: dueStatements,
    async settle(tx, { id }) {
      await tx.updateTable("audit_log").set({ statement_due: 0 }).where("id", "=", id).execute();
    },
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
  const review = await tx
    .selectFrom("dupe_reviews")
    .innerJoin("dupes", "dupes.id", "dupe_id")
    .select(["description", "language", "marca", "nombre"])
    .where("dupe_reviews.id", "=", itemOf(subject)?.id ?? 0)
    .executeTakeFirst();
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

/** Never names who decided (RULES.md 10.21). */
export interface Statement {
  email: string;
  /** of the page on which they wrote; null if unknown */
  language: string | null;
  reference: number;
  at: string;
  decided:
    | { kind: "suspension"; until: string | null; reason: string }
    | { kind: "review"; bottle: BottleName; text: string }
    | { kind: "reviews"; count: number };
}

export function statementEmail(origin: string, { email, at, ...statement }: Statement): Email {
  const language = knownLanguage(statement.language);
  const link = origin + inLanguage(language, "/contact");
  const reference = String(statement.reference);
  const { t } = translatorIn(language);
  const { notes, button } = t("emails:statement", { returnObjects: true, reference });
  const { subject, heading, paragraph, facts } = decisionTexts(language, at, statement.decided);
  const section = { subject, heading, paragraphs: [paragraph], facts, button, notes };
  return writeEmail(language, { to: email, link }, section);
}

function decisionTexts(language: Language, at: string, decided: Statement["decided"]) {
  const format = formatIn(language);
  const { t } = translatorIn(language);
  const textsWith = (values: Record<string, string>) =>
    t("emails:statement", { returnObjects: true, date: format.date(at), ...values });
  // User text goes into facts, not values: translators cache their results.
  switch (decided.kind) {
    case "suspension": {
      const until = decided.until && format.date(decided.until);
      const { suspension, reason } = textsWith({ until: until ?? "" });
      const paragraph = until === null ? suspension.forGood : suspension.until;
      return { ...suspension, paragraph, facts: [{ name: reason, value: decided.reason }] };
    }
    case "review": {
      const { marca, nombre } = decided.bottle;
      const { review, yours, reason, reported } = textsWith({ marca, nombre });
      const facts = [
        { name: yours, value: decided.text },
        { name: reason, value: reported },
      ];
      return { ...review, facts };
    }
    case "reviews": {
      const { reviews, reason, rules } = textsWith({ number: format.number(decided.count) });
      return { ...reviews, facts: [{ name: reason, value: rules }] };
    }
  }
}
