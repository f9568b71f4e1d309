import { randomUUID } from "node:crypto";
import type { SelectQueryBuilder } from "kysely";
import { z } from "zod";
import { cleanLine } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

export interface Email {
  to: string;
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
  /** unsubscribes from these emails when posted to (RFC 8058) */
  unsubscribeUrl?: string;
}

/** One bare address. The second pattern allows hosts without a dot: no-reply@localhost. */
export const address = z.union([z.email(), z.email({ pattern: z.regexes.html5Email })]);

/**
 * Call it in the transaction that the email is about (RULES.md 14.7). @param due when to send it
 * @throws ZodError unless `to` and `replyTo` are one address each
 */
export async function queueEmail(db: Db, email: Email, now: Date, due = now): Promise<void> {
  await db
    .insertInto("outbox")
    .values({
      // Created here, so that it is the same in every attempt.
      message_id: randomUUID(),
      recipient: address.parse(email.to),
      reply_to: email.replyTo ? address.parse(email.replyTo) : null,
      subject: cleanLine(email.subject).slice(0, 150).toWellFormed(),
      text: email.text,
      html: email.html,
      unsubscribe_url: email.unsubscribeUrl ?? null,
      created_at: now.toISOString(),
      next_attempt_at: due.toISOString(),
      lease: null,
      last_error: null,
      sent_at: null,
      dead_at: null,
    })
    .execute();
}

/** An address that Google vouches for may be undeliverable; that must not hold up others. */
export async function queueIfDeliverable(
  db: Db,
  email: Email,
  now: Date,
  due = now,
): Promise<boolean> {
  if (!address.safeParse(email.to).success) return false;
  await queueEmail(db, email, now, due);
  return true;
}

export async function deleteOldEmails(db: Db, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString();
  await db
    .deleteFrom("outbox")
    .where((row) => row.or([row("sent_at", "<=", monthAgo), row("dead_at", "<=", monthAgo)]))
    .execute();
}

// Canonical addresses (RULES.md 1.1): email addresses are ASCII, which SQL can lowercase.
type Addresses = SelectQueryBuilder<Schema, "accounts", { email_clave: string }>;

/** Keeps messages that others sent to these addresses through the contact form. */
export async function deleteEmailsTo(db: Db, addresses: Addresses): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("reply_to", "is", null)
    .where((row) => row(row.fn("lower", ["recipient"]), "in", addresses))
    .execute();
}

/** Deletes the contact messages whose replies go to these addresses. */
export async function deleteEmailsFrom(db: Db, addresses: Addresses): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where((row) => row(row.fn("lower", ["reply_to"]), "in", addresses))
    .execute();
}
