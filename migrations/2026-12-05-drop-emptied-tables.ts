import type { Kysely } from "kysely";

/** Tables that a release emptied, whose predecessor still used them (RULES.md 14.14). */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["removed_votes", "removed_reviews", "removed_prices"])
    await db.schema.dropTable(table).execute();
}
