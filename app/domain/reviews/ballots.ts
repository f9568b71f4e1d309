import { sql } from "kysely";
import { establishedAt } from "#app/domain/accounts/established.ts";
import type { Voice, VoiceSettings } from "#app/domain/accounts/voices.ts";
import type { Db } from "#db/database.ts";
import { type Ballots, hasRoom, newAccountsWait } from "./vote-waits.ts";

/** What shows whose vote or verdict it is, and when it counts (RULES.md 5.7, 5.8). */
export interface Ballot extends VoiceSettings {
  /** keyed hash; null for a local one */
  network: string | null;
}

/** @returns the columns that a new row gets. Call after `lockDupes`. */
export async function weigh(
  tx: Db,
  table: Ballots,
  { userId, dupeId }: { userId: string; dupeId: number },
  { mailboxes, mailDomain }: Voice,
  { network, emailsAreConfirmed }: Ballot,
  now: Date,
) {
  const at = now.toISOString();
  const origin = { network, mail_domain: mailDomain };
  const matures = emailsAreConfirmed ? await establishedAt(tx, userId, newAccountsWait, now) : at;
  const counts = matures <= at && (await hasRoom(tx, table, dupeId, origin, now));
  return {
    mailbox: mailboxes[0] ?? null,
    ...origin,
    ...(counts
      ? { state: "counted" as const, counted_at: at }
      : { state: "waiting" as const, counts_from: matures }),
  };
}

/** `where` condition: the row is of this person or of one of their mailboxes. */
export const isOwn = (userId: string, mailboxes: readonly string[]) =>
  mailboxes.length === 0
    ? sql<boolean>`user_id = ${userId}`
    : sql<boolean>`(user_id = ${userId} or mailbox in (${sql.join(mailboxes)}))`;
