import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { dueStatements, lastLanguage, reviewNamed, settleStatement } from "./due-statements.ts";
import { queueDueEmails } from "#app/mail/due-emails.ts";
import type { Email } from "#app/mail/outbox.ts";
import { itemOf } from "./queue/items.ts";

/** What was decided against somebody, and why: what the email says (RULES.md 27.9). Who decided is not in it. */
export interface Statement {
  /** the person's address */
  email: string;
  /** of the page on which they wrote; null where that is not known */
  language: string | null;
  /** the number of the decision's entry in the log */
  reference: number;
  /** when, ISO 8601 */
  at: string;
  decided:
    | { kind: "suspension"; until: string | null; reason: string }
    | { kind: "review"; bottle: BottleName; text: string }
    | { kind: "reviews"; count: number };
}

type Row = Awaited<ReturnType<typeof dueStatements>>[number];

/**
 * Queues the emails that tell people why they were suspended or their reviews were removed (RULES.md 27.9), once each,
 * however often and in however many processes this runs.
 * @param emailOf makes the email @returns how many were queued
 */
export async function queueDueStatements(
  db: Db,
  emailOf: (statement: Statement) => Email,
  now: Date,
): Promise<number> {
  return queueDueEmails<Row>(
    db,
    {
      find: dueStatements,
      settle: (tx, { id }) => settleStatement(tx, id),
      async emailOf(tx, row) {
        const statement = await statementOf(tx, row);
        return statement && emailOf(statement);
      },
    },
    now,
  );
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
