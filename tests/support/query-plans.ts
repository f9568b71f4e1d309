import { type CompiledQuery, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { isPostgres } from "#db/dialect.ts";

/** @returns the steps of a query's plan; on PostgreSQL preferring indexes, however small the tables are */
export async function planOf(db: Db, query: { compile(db: Db): CompiledQuery }): Promise<string[]> {
  const compiled = query.compile(db);
  const explained = (how: string) => ({ ...compiled, sql: `explain ${how} ${compiled.sql}` });
  if (!isPostgres(db)) {
    const { rows } = await db.executeQuery<{ detail: string }>(explained("query plan") as never);
    return rows.map(({ detail }) => detail);
  }
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const plan = explained("(costs off)") as never;
    const { rows } = await tx.executeQuery<Record<"QUERY PLAN", string>>(plan);
    return rows.map((row) => row["QUERY PLAN"].trim());
  });
}
