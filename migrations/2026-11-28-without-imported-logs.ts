import type { Kysely } from "kysely";

/** The release before misses it in its hourly housekeeping only, which goes on without it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("imported_logs").execute();
}
