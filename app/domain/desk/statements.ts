import type { Db } from "#db/database.ts";
import { type DueEmails, queueDueEmails } from "#app/mail/due-emails.ts";
import { dueStatements, lastLanguage, reviewNamed, settleStatement } from "./due-statements.ts";
import { itemOf } from "./queue/items.ts";
import { type Statement, statementEmail } from "./statement-email.ts";

type Row = Awaited<ReturnType<typeof dueStatements>>[number];

/** Tells people why they were suspended or their reviews were removed (RULES.md 27.9), once each. @returns how many emails were queued */
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

/** @returns null for who has no confirmed address, and where the review is gone */
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
