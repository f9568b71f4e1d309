import { type Kysely, sql } from "kysely";

export const sessionNames = { pool: "sosia", notices: "sosia notices" };

export async function otherSessions(db: Kysely<any>): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in (${sessionNames.pool}, ${sessionNames.notices})`.execute(db);
  return rows[0]!.others;
}
