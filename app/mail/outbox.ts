import { randomUUID } from "node:crypto";
import type { SelectQueryBuilder } from "kysely";
import { z } from "zod";
import { cleanLine } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { inTransaction } from "#db/transactions.ts";

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

// Small batches, because each transaction blocks other writers.
const batchSize = 100;

export interface DueEmails<Row> {
  find(db: Db, limit: number): Promise<Row[]>;
  settle(tx: Db, row: Row): Promise<void>;
  /** @returns null when there is no longer anything to send */
  write(tx: Db, row: Row): Promise<Email | null>;
}

/** Queues and settles each email in one transaction, so that several processes send it once. @returns how many were queued */
export async function queueDueEmails<Row>(db: Db, due: DueEmails<Row>, now: Date): Promise<number> {
  let queued = 0;
  // Reading needs no lock, which an import may hold for long.
  while ((await due.find(db, 1)).length > 0) queued += await queueBatch(db, due, now);
  return queued;
}

async function queueBatch<Row>(db: Db, due: DueEmails<Row>, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    let queued = 0;
    for (const row of await due.find(tx, batchSize)) {
      await due.settle(tx, row);
      const email = await due.write(tx, row);
      if (email && (await queueIfDeliverable(tx, email, now))) queued++;
    }
    return queued;
  });
}
