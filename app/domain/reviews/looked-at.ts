import type { Db } from "#db/database.ts";
import type { SeenVotes } from "./unusual-votes.ts";

/** ms during which what was found to be fine is not listed again (RULES.md 10.29) */
const quiet = 30 * 24 * 60 * 60 * 1000;

/** @param entry of the log */
export async function markLookedAt(
  tx: Db,
  { table, dupeId, last }: SeenVotes,
  entry: number,
  now: Date,
): Promise<void> {
  const seen = new Date(Math.min(last, now.getTime()));
  await tx
    .insertInto("looked_at")
    .values({
      entry,
      ballots: table,
      dupe_id: dupeId,
      seen_until: seen.toISOString(),
      quiet_until: new Date(now.getTime() + quiet).toISOString(),
    })
    .execute();
}

export async function unmarkLookedAt(tx: Db, entry: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("looked_at")
    .where("entry", "=", entry)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteOldLooks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("looked_at").where("quiet_until", "<=", now.toISOString()).execute();
}
