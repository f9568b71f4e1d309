import type { Kysely } from "kysely";
import { addIndex, optional } from "./baseline/baseline-columns.ts";

/** People who suggested facts are thanked in the language of the page (RULES.md 6.2). */
export async function up(db: Kysely<any>): Promise<void> {
  const table = "fact_suggestions";
  await db.schema.alterTable(table).addColumn("language", "text").execute();
  await db.schema
    .alterTable(table)
    .addColumn("thanks_due", "integer", optional("thanks_due in (0, 1)"))
    .execute();
  await addIndex(db, table, `${table}_to_thank`, ["id"], "thanks_due = 1");
}
