import type { ExpressionBuilder } from "kysely";
import type { Schema } from "#db/schema.ts";

export interface Voter {
  userId: string | null;
  /** if false, they count as a visitor; without emails every account counts as confirmed */
  confirmed: boolean;
  /** keyed hashes of a confirmed person's mailbox or of a visitor's network, the current secret's first */
  hashes: readonly [string, ...string[]];
  /** a confirmed person's own (voices.ts) */
  mailDomain: string | null;
}

interface Author {
  user_id: string | null;
  mailbox: string | null;
}

interface Speaker extends Author {
  mail_domain: string | null;
}

/** A person is one voice, and so is an own mail domain (RULES.md 5.7); imports have none. */
export const voiceOf = ({ mail_domain, mailbox, user_id }: Speaker) =>
  mail_domain ?? mailbox ?? user_id;

export const isPerson = ({ userId, confirmed }: Voter) => confirmed && userId !== null;

/** Also recognises who deleted the account and came back (RULES.md 5.7). */
export function isOwn({ user_id, mailbox }: Author, by: Voter): boolean {
  if (by.userId !== null && user_id === by.userId) return true;
  return by.confirmed && mailbox !== null && by.hashes.includes(mailbox);
}

/** Nobody is another person than those of their own mail domain (RULES.md 5.7). */
export const isSameVoice = (author: Speaker, by: Voter): boolean =>
  isOwn(author, by) || (by.mailDomain !== null && author.mail_domain === by.mailDomain);

/** `isSameVoice`, negated, in SQL. */
export const notBy = (by: Voter) => (row: ExpressionBuilder<Schema, "prices">) =>
  row.and([
    row.or([row("mailbox", "is", null), row("mailbox", "not in", by.hashes)]),
    ...(by.userId === null ? [] : [row("user_id", "is distinct from", by.userId)]),
    ...(by.mailDomain === null ? [] : [row("mail_domain", "is distinct from", by.mailDomain)]),
  ]);
