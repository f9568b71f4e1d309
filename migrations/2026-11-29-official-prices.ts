import { type Kysely, sql } from "kysely";

/** Operators' prices decide the currency of a page (RULES.md 4.7). */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("price_summaries")
    .addColumn("official", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update price_summaries set official = 1 where exists (
    select 1 from prices
    where prices.perfume_id = price_summaries.perfume_id and prices.currency = price_summaries.currency
      and prices.state = 'shown'
      and (prices.kind = price_summaries.kind
        or price_summaries.kind = 'vouched' and prices.kind = 'bottle' and vouched = 1)
      and (decided_at is not null or user_id is null and mailbox is null))`.execute(db);
}
