import { randomUUID } from "node:crypto";
import type { SelectQueryBuilder } from "kysely";
import { z } from "zod";
import { cleanLine } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

export interface Email {
  /** one address, without a name */
  to: string;
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
  /** an address that ends these emails when it is posted to (RFC 8058) */
  unsubscribeUrl?: string;
}

/** One bare address: no name, comma, space or line break. The second pattern allows hosts without a dot: no-reply@localhost. */
export const address = z.union([z.email(), z.email({ pattern: z.regexes.html5Email })]);

/** UTF-16 units */
const maxSubject = 150;

/**
 * Queues an email (RULES.md 12.1). Call it inside the action's own transaction, so that both are kept, or neither. The
 * message id is made here, so that it is the same at every attempt.
 * @throws ZodError when the recipient or `replyTo` is not exactly one address
 */
export async function queueEmail(db: Db, email: Email, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("outbox")
    .values({
      message_id: randomUUID(),
      recipient: address.parse(email.to),
      reply_to: email.replyTo ? address.parse(email.replyTo) : null,
      subject: cleanLine(email.subject).slice(0, maxSubject).toWellFormed(),
      text: email.text,
      html: email.html,
      unsubscribe_url: email.unsubscribeUrl ?? null,
      created_at: at,
      next_attempt_at: at,
      lease: null,
      last_error: null,
      sent_at: null,
      dead_at: null,
    })
    .execute();
}

/** Google's word for an address is not ours: one that nothing can be sent to holds nobody else up. @returns whether it was queued */
export async function queueIfDeliverable(db: Db, email: Email, now: Date): Promise<boolean> {
  if (!address.safeParse(email.to).success) return false;
  await queueEmail(db, email, now);
  return true;
}

/** Deletes emails that were sent or given up 30 days ago or earlier: they hold personal data (RULES.md 9.1). */
export async function deleteOldEmails(db: Db, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString();
  await db
    .deleteFrom("outbox")
    .where((row) => row.or([row("sent_at", "<=", monthAgo), row("dead_at", "<=", monthAgo)]))
    .execute();
}

/** Canonical addresses (RULES.md 5.1), as a query. An email's address is ASCII, so SQL can bring it into that form. */
type Addresses = SelectQueryBuilder<Schema, "accounts", { email_clave: string }>;

/** Deletes the emails to these addresses, also those that are not sent yet; not the contact messages of others to them. */
export async function deleteEmailsTo(db: Db, addresses: Addresses): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("reply_to", "is", null)
    .where((row) => row(row.fn("lower", ["recipient"]), "in", addresses))
    .execute();
}

/** Deletes the emails whose answers go to these addresses: contact messages on their way to the operators, or sent. */
export async function deleteEmailsFrom(db: Db, addresses: Addresses): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where((row) => row(row.fn("lower", ["reply_to"]), "in", addresses))
    .execute();
}
