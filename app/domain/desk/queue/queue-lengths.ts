import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { countWaiting } from "./waiting-items.ts";

/** Counting stops here: nobody decides on so many in a day. */
const maxCounted = 10_000;

export interface WaitingCounts {
  perfumes: number;
  dupes: number;
  facts: number;
  sources: number;
  prices: number;
  /** with open reports, or hidden */
  reviews: number;
  messages: number;
  deadEmails: number;
}

/** Uses indexes only; counts at most `most`. */
export async function waitingCounts(db: Db, most = maxCounted): Promise<WaitingCounts> {
  const { perfume, dupe, facts, source, price, review } = await countWaiting(db, most);
  const { rows } = await sql<Pick<WaitingCounts, "messages" | "deadEmails">>`select
    ${upTo(sql`contact_messages where state = 'open'`, most)} as "messages",
    ${upTo(sql`outbox where dead_at is not null`, most)} as "deadEmails"`.execute(db);
  const suggested = { perfumes: perfume, dupes: dupe, facts, sources: source };
  return { ...suggested, prices: price, reviews: review, ...rows[0]! };
}

interface EmailTroubles {
  failing: number;
  dead: number;
  /** null if none is late */
  dueSince: string | null;
}

export async function emailTroubles(db: Db, now: Date): Promise<EmailTroubles> {
  const { rows } = await sql<EmailTroubles>`select
    ${upTo(sql`outbox where next_attempt_at is not null and attempts > 0`)} as "failing",
    ${upTo(sql`outbox where dead_at is not null`)} as "dead",
    (select min(next_attempt_at) from outbox where next_attempt_at <= ${now.toISOString()}) as "dueSince"
  `.execute(db);
  return rows[0]!;
}

/** Limits the cost of a scrape when a queue grows without end. */
const mostScraped = 100_000;

/** Uses indexes only (RULES.md 14.6). Emails: `waiting` were never tried, `failing` will be retried, `dead` were given up. */
export async function queueLengths(db: Db) {
  const waiting = await waitingCounts(db, mostScraped);
  const toSend = upTo(sql`outbox where next_attempt_at is not null`, mostScraped);
  const failing = upTo(sql`outbox where next_attempt_at is not null and attempts > 0`, mostScraped);
  const { rows } = await sql<Record<string, number> & { oldest: string | null }>`select
    ${toSend} as to_send,
    ${failing} as failing,
    ${upTo(sql`changed_perfumes where next_attempt_at is not null`, mostScraped)} as changed,
    ${upTo(sql`changed_perfumes where dead_at is not null`, mostScraped)} as unannounced,
    (select created_at from outbox where id = (
      select min(id) from (select id from outbox where next_attempt_at is not null limit ${mostScraped}) as waiting
    )) as oldest`.execute(db);
  const found = rows[0]!;
  const lengths = [
    ["outbox", "waiting", found.to_send! - found.failing!],
    ["outbox", "failing", found.failing!],
    ["outbox", "dead", waiting.deadEmails],
    ["perfume_suggestions", "waiting", waiting.perfumes],
    ["dupe_suggestions", "waiting", waiting.dupes],
    ["fact_suggestions", "waiting", waiting.facts],
    ["source_suggestions", "waiting", waiting.sources],
    ["prices", "waiting", waiting.prices],
    ["reviews", "waiting", waiting.reviews],
    ["messages", "waiting", waiting.messages],
    ["index_now", "waiting", found.changed!],
    ["index_now", "dead", found.unannounced!],
  ] as const;
  return {
    lengths: lengths.map(([queue, state, length]) => ({ queue, state, length })),
    oldestEmail: found.oldest === null ? null : new Date(found.oldest),
  };
}

const upTo = (from: RawBuilder<unknown>, most = maxCounted) =>
  sql<number>`(select count(*) from (select 1 from ${from} limit ${most}) as counted)`;
