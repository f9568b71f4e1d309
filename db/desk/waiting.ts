import { type RawBuilder, sql } from "kysely";
import type { Db } from "../connect.ts";

/** More are counted as this many: nobody decides on so many in a day. */
const maxCounted = 10_000;

/** How much waits for operators, by what it is. */
export interface WaitingCounts {
  perfumes: number;
  dupes: number;
  prices: number;
  /** reviews with reports that wait */
  reviews: number;
  messages: number;
  deadEmails: number;
}

/** @returns how much waits, by indexes alone */
export async function waitingCounts(db: Db): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`select
    ${upTo(sql`sugerencias_perfumes where state = 'waiting'`)} as "perfumes",
    ${upTo(sql`sugerencias_dupes where state = 'waiting'`)} as "dupes",
    ${upTo(sql`prices where state = 'held'`)} as "prices",
    ${upTo(sql`(select distinct review_id from review_reports where decided_at is null) as review`)} as "reviews",
    ${upTo(sql`contact_messages where state = 'open'`)} as "messages",
    ${upTo(sql`outbox where dead_at is not null`)} as "deadEmails"`.execute(db);
  return rows[0]!;
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

const upTo = (from: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (select 1 from ${from} limit ${maxCounted}) as counted)`;
