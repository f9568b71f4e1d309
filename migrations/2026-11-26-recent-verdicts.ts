import type { Kysely } from "kysely";
import { addIndex } from "./baseline/baseline-columns.ts";

/** The desk looks at the verdicts that were given or changed this week (RULES.md 10.29). */
export async function up(db: Kysely<any>): Promise<void> {
  await addIndex(db, "verdicts", "verdicts_by_updated_at", ["updated_at"]);
}
