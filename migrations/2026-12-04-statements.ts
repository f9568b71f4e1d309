import { type Kysely, sql } from "kysely";

/** Decisions whose reasons are still to be told to the person (RULES.md 27.9). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("audit_log")
    .addColumn("statement_due", "integer", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`statement_due in (0, 1)`),
    )
    .execute();
  await db.schema
    .createIndex("audit_log_statement_due")
    .on("audit_log")
    .column("id")
    .where(sql.ref("statement_due"), "=", 1)
    .execute();
}
