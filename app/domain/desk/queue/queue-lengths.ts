import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { waitingCounts } from "./waiting-counts.ts";
import type { Queues } from "#app/metrics/site-gauges.ts";
import type { Schema } from "#db/schema.ts";

/** More rows than this are counted as this many, so that a queue that grew without end costs a scrape no more. */
const maxCounted = 100_000;

/**
 * Counts what waits (RULES.md 23.2), by indexes alone: emails that were never tried (`waiting`) or failed and will be tried again
 * (`failing`), what operators have to decide or to answer, as the desk's overview counts it (28.2), and what search engines are to be told. Dead is what was given up.
 */
export async function queueLengths(db: Db): Promise<Queues> {
  const waiting = await waitingCounts(db, maxCounted);
  const toSend = upTo("outbox", sql`next_attempt_at is not null`);
  const failing = upTo("outbox", sql`next_attempt_at is not null and attempts > 0`);
  const { rows } = await sql<Record<string, number> & { oldest: string | null }>`select
    ${toSend} as to_send,
    ${failing} as failing,
    ${upTo("changed_perfumes", sql`next_attempt_at is not null`)} as changed,
    ${upTo("changed_perfumes", sql`dead_at is not null`)} as unannounced,
    (select created_at from outbox where id = (
      select min(id) from (select id from outbox where next_attempt_at is not null limit ${maxCounted}) as waiting
    )) as oldest`.execute(db);
  const found = rows[0]!;
  return {
    lengths: [
      { queue: "outbox", state: "waiting", length: found.to_send! - found.failing! },
      { queue: "outbox", state: "failing", length: found.failing! },
      { queue: "outbox", state: "dead", length: waiting.deadEmails },
      { queue: "perfume_suggestions", state: "waiting", length: waiting.perfumes },
      { queue: "dupe_suggestions", state: "waiting", length: waiting.dupes },
      { queue: "prices", state: "waiting", length: waiting.prices },
      { queue: "reviews", state: "waiting", length: waiting.reviews },
      { queue: "messages", state: "waiting", length: waiting.messages },
      { queue: "index_now", state: "waiting", length: found.changed! },
      { queue: "index_now", state: "dead", length: found.unannounced! },
    ],
    oldestEmail: found.oldest === null ? null : new Date(found.oldest),
  };
}

const upTo = (table: keyof Schema, where: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (select 1 from ${sql.table(table)} where ${where} limit ${maxCounted}) as counted)`;
