import type { Kysely } from "kysely";
import { addIndex } from "./baseline/baseline-columns.ts";

/** What waited is of the week in which it counted (RULES.md 10.29). */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["user_votes", "verdicts"])
    await addIndex(db, table, `${table}_counted_later`, ["counted_at"], "counted_at > created_at");
}
