import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["sessions", "second_steps"])
    await db.schema
      .alterTable(table)
      .addColumn("stays", "integer", (column) =>
        column
          .notNull()
          .defaultTo(0)
          .check(sql`stays in (0, 1)`),
      )
      .execute();
}
