import type { Kysely } from "kysely";

/** A shop's own search, with `{q}`, for bottles without a price (RULES.md 4.3). */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("shops").addColumn("search_template", "text").execute();
}
