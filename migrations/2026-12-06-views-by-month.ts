import type { Kysely } from "kysely";
import { partitionByMonth } from "../db/dialect.ts";

/** On PostgreSQL opened bottles are kept by the month (RULES.md 5.7). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await partitionByMonth(db, "perfume_searches", new Date());
}
