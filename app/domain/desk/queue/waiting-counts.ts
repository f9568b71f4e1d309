import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { countWaiting } from "./waiting-items.ts";

/** More are counted as this many: nobody decides on so many in a day. */
const maxCounted = 10_000;

/** How much waits for operators, by what it is. */
export interface WaitingCounts {
  perfumes: number;
  dupes: number;
  prices: number;
  /** reviews with reports that wait, or hidden */
  reviews: number;
  messages: number;
  deadEmails: number;
}

/** @returns how much waits, by indexes alone: of the queue, of messages, of emails @param most more are counted as this many */
export async function waitingCounts(db: Db, most = maxCounted): Promise<WaitingCounts> {
  const { perfume, dupe, price, review } = await countWaiting(db, most);
  const { rows } = await sql<Pick<WaitingCounts, "messages" | "deadEmails">>`select
    ${upTo(sql`contact_messages where state = 'open'`, most)} as "messages",
    ${upTo(sql`outbox where dead_at is not null`, most)} as "deadEmails"`.execute(db);
  return { perfumes: perfume, dupes: dupe, prices: price, reviews: review, ...rows[0]! };
}

export interface EmailTroubles {
  /** emails that failed and will be tried again */
  failing: number;
  dead: number;
  /** when the oldest email that is due was to be sent; null where none is late */
  dueSince: string | null;
}

/** @returns what is wrong with emails, by indexes alone */
export async function emailTroubles(db: Db, now: Date): Promise<EmailTroubles> {
  const { rows } = await sql<EmailTroubles>`select
    ${upTo(sql`outbox where next_attempt_at is not null and attempts > 0`)} as "failing",
    ${upTo(sql`outbox where dead_at is not null`)} as "dead",
    (select min(next_attempt_at) from outbox where next_attempt_at <= ${now.toISOString()}) as "dueSince"
  `.execute(db);
  return rows[0]!;
}

const upTo = (from: RawBuilder<unknown>, most = maxCounted) =>
  sql<number>`(select count(*) from (select 1 from ${from} limit ${most}) as counted)`;
