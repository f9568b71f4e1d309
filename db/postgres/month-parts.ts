import { type Kysely, sql } from "kysely";
import { hasTable } from "../dialect.ts";

const monthsAhead = 3;

/** Creates missing partitions for this and the next months. A month that began without one stays in the default partition. */
export async function addMonths(db: Kysely<any>, table: string, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead++) {
    const [month, next] = [ahead, ahead + 1].map((months) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
        .toISOString()
        .slice(0, 7),
    );
    const part = `${table}_${month!.replace("-", "_")}`;
    if (await hasTable(db, part)) continue;
    const { rows } = await sql`
      select 1 from ${sql.table(`${table}_other`)} where created_at >= ${month} and created_at < ${next} limit 1`.execute(
      db,
    );
    if (rows.length === 0)
      await sql`create table ${sql.table(part)} partition of ${sql.table(table)}
        for values from (${sql.lit(month)}) to (${sql.lit(next)})`.execute(db);
  }
}
