import type { Kysely } from "kysely";

/** Jobs that are given up are called dead everywhere. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["outbox", "changed_perfumes"])
    await db.schema.alterTable(table).renameColumn("parked_at", "dead_at").execute();
}
