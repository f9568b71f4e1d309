import type { ExpressionBuilder } from "kysely";
import type { Schema } from "#db/schema.ts";

export interface Voter {
  userId: string | null;
  /** if false, they count as a visitor; without emails every account counts as confirmed */
  confirmed: boolean;
  /** keyed hashes of a confirmed person's mailbox or of a visitor's network, the current secret's first */
  hashes: readonly [string, ...string[]];
}

interface Author {
  user_id: string | null;
  mailbox: string | null;
}

export const isPerson = ({ userId, confirmed }: Voter) => confirmed && userId !== null;

/** Also recognises who deleted the account and came back (RULES.md 5.7). */
export function isOwn({ user_id, mailbox }: Author, by: Voter): boolean {
  if (by.userId !== null && user_id === by.userId) return true;
  return by.confirmed && mailbox !== null && by.hashes.includes(mailbox);
}

/** `isOwn`, negated, in SQL. */
export const notBy = (by: Voter) => (row: ExpressionBuilder<Schema, "prices">) =>
  row.and([
    row.or([row("mailbox", "is", null), row("mailbox", "not in", by.hashes)]),
    ...(by.userId === null ? [] : [row("user_id", "is distinct from", by.userId)]),
  ]);
