import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Db } from "#db/connect.ts";

export interface Email {
  /** one address, without a name */
  to: string;
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
}

/** An address alone: no name, comma, space or line break. The second form has hosts without a dot: no-reply@localhost. */
export const address = z.union([z.email(), z.email({ pattern: z.regexes.html5Email })]);

const longestSubject = 150;

/**
 * Leaves an email to be sent. Call it inside the action's own transaction: both are kept, or neither. The email's
 * identity is made here, so that it stays the same however often sending is tried.
 * @throws when the recipient or `replyTo` is not exactly one address
 */
export async function queueEmail(db: Db, email: Email, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("outbox")
    .values({
      message_id: randomUUID(),
      recipient: address.parse(email.to),
      reply_to: email.replyTo ? address.parse(email.replyTo) : null,
      subject: oneLine(email.subject),
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

/** Deletes emails that were sent 30 days ago or earlier: their addresses are personal data. */
export async function deleteSentEmails(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString();
  await db.deleteFrom("outbox").where("sent_at", "<=", longAgo).execute();
}

/** Without line breaks, control characters and marks that turn the direction of writing, and not too long. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, " ")
    .trim()
    .slice(0, longestSubject)
    .toWellFormed();
}
