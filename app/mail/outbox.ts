import { randomUUID } from "node:crypto";
import { z } from "zod";
import { cleanLine } from "#db/clean-text.ts";
import type { Db } from "#db/connect.ts";

export interface Email {
  /** one address, without a name */
  to: string;
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
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
      created_at: at,
      next_attempt_at: at,
      lease: null,
      last_error: null,
      sent_at: null,
      dead_at: null,
    })
    .execute();
}

/** Deletes emails that were sent 30 days ago or earlier: their addresses are personal data (RULES.md 9.1). */
export async function deleteSentEmails(db: Db, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString();
  await db.deleteFrom("outbox").where("sent_at", "<=", monthAgo).execute();
}
