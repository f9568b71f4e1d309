import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";

class UsedUp extends Error {}

/** A single statement, so that a burst cannot exceed the limit. @returns false if a limit is used up; then nothing is counted */
export async function addOne(
  db: Db,
  rows: { key: string; points: number; until: string; latest: string }[],
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  // Fixed order prevents deadlock.
  const sorted = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const wanted = sql.join(
    sorted.map(
      (row) => sql`(${row.key}, cast(${row.points} as integer), ${row.until}, ${row.latest})`,
    ),
  );
  const latest = sql`(select latest from wanted where wanted.key = rate_limits.key)`;
  const isOpen = sql`rate_limits.expires_at > ${at} and rate_limits.expires_at <= ${latest}`;
  const counted = inTransaction(
    db,
    async (tx) => {
      const { numAffectedRows } = await sql`
    with wanted (key, points, until, latest) as (values ${wanted})
    insert into rate_limits (key, points, expires_at)
    select key, 1, until from wanted
    where not exists (
      select 1 from rate_limits as used join wanted as asked on asked.key = used.key
      where used.points >= asked.points and used.expires_at > ${at} and used.expires_at <= asked.latest
    )
    on conflict (key) do update set
      points = case when ${isOpen} then rate_limits.points + 1 else 1 end,
      expires_at = case when ${isOpen} then rate_limits.expires_at else excluded.expires_at end
    -- On PostgreSQL others may write between the check above and this.
    where not (${isOpen}) or rate_limits.points < (select points from wanted where wanted.key = rate_limits.key)
  `.execute(tx);
      if (numAffectedRows !== BigInt(rows.length)) throw new UsedUp();
      return true;
    },
    "read committed",
  );
  return counted.catch((error: unknown) => {
    if (error instanceof UsedUp) return false;
    throw error;
  });
}
