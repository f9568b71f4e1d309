import type { Db } from "#db/database.ts";
import { keyed } from "./client-key.ts";
import { type Limit, limits } from "./limit-table.ts";
import { sql } from "kysely";
import { inTransaction } from "#db/transactions.ts";

/** Seconds by which another process's clock may be ahead; an open window may end that much later than a new one (RULES.md 12.9). */
const tolerance = 10;

/** A limit and what it counts: an email address, user id, client or network; "" for the whole site. */
export type Count = readonly [limit: Limit, key: string];

/** Whole seconds to wait, at least 1; null when the action is allowed. */
export type Wait = number | null;

export type Limits = ReturnType<typeof createLimits>;

/** An action that exceeds any of its limits counts towards none. @param db not a transaction: a rollback would undo the counts */
export function createLimits(db: Db, secret: string, onRefusal: (limit: Limit) => void = () => {}) {
  const rowsOf = (counts: Count[], now: Date) =>
    counts.map(([limit, key]) => ({
      key: `${limit}:${keyed(secret, limit, key)}`,
      points: limits[limit].points,
      // The end of a window that begins now, and the latest valid end of an open window.
      until: after(now, limits[limit].duration),
      latest: after(now, limits[limit].duration + tolerance),
    }));

  async function peek(counts: Count[]): Promise<Wait> {
    const now = new Date();
    const wanted = new Map(rowsOf(counts, now).map((row) => [row.key, row]));
    if (wanted.size === 0) return null;
    const found = await db
      .selectFrom("rate_limits")
      .select(["key", "points", "expires_at"])
      .where("key", "in", [...wanted.keys()])
      .where("expires_at", ">", now.toISOString())
      .execute();
    const used = found.filter(({ key, points, expires_at }) => {
      const { points: limit, latest } = wanted.get(key)!;
      return points >= limit && expires_at! <= latest;
    });
    if (used.length === 0) return null;
    for (const { key } of used) onRefusal(key.split(":", 1)[0] as Limit);
    const ends = used.map(({ expires_at }) => Date.parse(expires_at!));
    return Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000));
  }

  /** How often it is allowed until its window ends. */
  async function left([limit, key]: Count): Promise<number> {
    const now = new Date();
    const [row] = rowsOf([[limit, key]], now);
    const used = await db
      .selectFrom("rate_limits")
      .select("points")
      .where("key", "=", row!.key)
      .where("expires_at", ">", now.toISOString())
      .where("expires_at", "<=", row!.latest)
      .executeTakeFirst();
    return limits[limit].points - (used?.points ?? 0);
  }

  async function take(counts: Count[]): Promise<Wait> {
    const wait = await peek(counts);
    if (wait !== null || counts.length === 0) return wait;
    const now = new Date();
    if (await addOne(db, rowsOf(counts, now), now)) return null;
    return (await peek(counts)) ?? 1;
  }

  async function giveBack(counts: Count[]): Promise<void> {
    if (counts.length === 0) return;
    const keys = rowsOf(counts, new Date()).map(({ key }) => key);
    // An insert with no new rows: an update would lock rows in no fixed order and could deadlock.
    await db
      .insertInto("rate_limits")
      .columns(["key", "points", "expires_at"])
      .expression((row) =>
        row
          .selectFrom("rate_limits")
          .select(["key", "points", "expires_at"])
          .where("key", "in", keys)
          .where("points", ">", 0)
          .orderBy("key"),
      )
      .onConflict((known) =>
        known
          .column("key")
          .doUpdateSet((row) => ({ points: row("rate_limits.points", "-", 1) }))
          .where("rate_limits.points", ">", 0),
      )
      .execute();
  }

  return { peek, left, take, giveBack };
}

const after = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1000).toISOString();

export async function deleteOldLimits(db: Db, now: Date): Promise<void> {
  const longest = Math.max(...Object.values(limits).map(({ duration }) => duration));
  const latest = after(now, longest + tolerance);
  await db
    .deleteFrom("rate_limits")
    .where((row) =>
      row.or([row("expires_at", "<=", now.toISOString()), row("expires_at", ">", latest)]),
    )
    .execute();
}

class UsedUp extends Error {}

/** A single statement, so that a burst cannot exceed the limit. @returns false if a limit is used up; then nothing is counted */
async function addOne(
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
