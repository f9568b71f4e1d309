import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How many `points` within `duration` seconds from the first (RULES.md 8.1). */
export const limits = {
  failedSignInsOfAccount: { points: 10, duration: 3 * minute },
  failedSignInsOfClient: { points: 30, duration: hour },
  failedSignInsOfNetwork: { points: 100, duration: hour },
  failedSignInsOfWideNetwork: { points: 120, duration: hour },
  failedSignInsOfSession: { points: 10, duration: 3 * minute },
  wrongCodes: { points: 10, duration: hour },

  signUps: { points: 5, duration: hour },
  resets: { points: 5, duration: hour },
  resends: { points: 5, duration: hour },
  emailsToAddress: { points: 5, duration: day },
  resetsOfPlace: { points: 5, duration: day },
  emailsOfNetwork: { points: 50, duration: hour },
  emailsOfWideNetwork: { points: 60, duration: hour },
  emailsOfSite: { points: 1000, duration: hour },

  messagesOfUser: { points: 5, duration: day },
  messagesOfClient: { points: 5, duration: 10 * minute },
  messagesOfClientInADay: { points: 20, duration: day },
  messagesOfNetwork: { points: 50, duration: hour },
  messagesOfWideNetwork: { points: 60, duration: hour },
  messagesOfSite: { points: 250, duration: hour },

  suggestionsOfUser: { points: 10, duration: day },
  suggestionsOfClient: { points: 5, duration: 10 * minute },
  suggestionsOfClientInADay: { points: 20, duration: day },
  suggestionsOfNetwork: { points: 50, duration: hour },
  suggestionsOfWideNetwork: { points: 60, duration: hour },

  reviews: { points: 20, duration: day },
  reports: { points: 20, duration: day },
  drafts: { points: 20, duration: hour },
  draftsOfNetwork: { points: 50, duration: hour },
  draftsOfWideNetwork: { points: 60, duration: hour },

  pricesOfUser: { points: 10, duration: day },
  pricesOfClient: { points: 3, duration: day },
  pricesOfNetwork: { points: 50, duration: hour },
  pricesOfWideNetwork: { points: 60, duration: hour },
  goneOfClient: { points: 20, duration: day },
  goneOfNetwork: { points: 50, duration: hour },
  goneOfWideNetwork: { points: 60, duration: hour },
  shelfOfUser: { points: 60, duration: minute },
  shelfOfClient: { points: 60, duration: minute },

  actionsOfUser: { points: 30, duration: minute },
  mistakes: { points: 60, duration: hour },
  mistakesOfNetwork: { points: 100, duration: hour },
  mistakesOfWideNetwork: { points: 120, duration: hour },
} satisfies Record<string, { points: number; duration: number }>;

export type Limit = keyof typeof limits;

/**
 * Seconds by which a window may end later than one that begins now: of several processes one may be behind. Beyond them it was
 * begun by a clock that has been set back since, and is over (RULES.md 8.2).
 */
const tolerance = 10;

/** One more towards a limit, of an email address, a user's id, a client, a network, or "" for the whole site. */
export type Count = readonly [limit: Limit, key: string];

/** `retryAfter` in whole seconds, 1 at least */
export type Verdict = { allowed: true } | { allowed: false; retryAfter: number };

export type Limits = ReturnType<typeof createLimits>;

/**
 * Counts actions in the database, so that counts outlive a restart. An action may count towards several limits: it is
 * allowed when it keeps within all of them, and counts towards none when it is refused.
 * @param db not a transaction, which may be rolled back with its counts
 * @param secret keys are hashed with it; a new one resets all counts
 * @param onRefusal told of each limit that is used up when an action is refused for it
 */
export function createLimits(db: Db, secret: string, onRefusal: (limit: Limit) => void = () => {}) {
  const rowsOf = (counts: Count[], now: Date) =>
    counts.map(([limit, key]) => ({
      key: `${limit}:${keyed(secret, limit, key)}`,
      points: limits[limit].points,
      // When a window that begins now is over, and the last instant at which one may be over that is open.
      until: after(now, limits[limit].duration),
      latest: after(now, limits[limit].duration + tolerance),
    }));

  /** @returns whether an action would be allowed, without counting it */
  async function peek(counts: Count[]): Promise<Verdict> {
    const now = new Date();
    const wanted = new Map(rowsOf(counts, now).map((row) => [row.key, row]));
    if (wanted.size === 0) return { allowed: true };
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
    if (used.length === 0) return { allowed: true };
    for (const { key } of used) onRefusal(key.split(":", 1)[0] as Limit);
    return refusal(used, now);
  }

  /** Counts one more action. @returns whether it is allowed */
  async function take(counts: Count[]): Promise<Verdict> {
    // Beyond a limit, a request costs a read and no write.
    const before = await peek(counts);
    if (!before.allowed || counts.length === 0) return before;
    const now = new Date();
    if (await addOne(db, rowsOf(counts, now), now)) return before;
    const after = await peek(counts);
    return after.allowed ? { allowed: false, retryAfter: 1 } : after;
  }

  /** Takes one count back, e.g. of a sign-in that succeeded. */
  async function giveBack(counts: Count[]): Promise<void> {
    if (counts.length === 0) return;
    const keys = rowsOf(counts, new Date()).map(({ key }) => key);
    // Inserts nothing. An update would take the rows' locks in no certain order, and two of them wait for each other.
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

  return { peek, take, giveBack };
}

/** One of the limits is used up: nothing is counted. */
class UsedUp extends Error {}

/**
 * Counts in one statement, so that of a burst no more pass, in several processes either.
 * @returns false when one of the limits is used up, and nothing was counted
 */
async function addOne(
  db: Db,
  rows: { key: string; points: number; until: string; latest: string }[],
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  // In one order, so that nobody waits for somebody who waits for them.
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
    -- PostgreSQL has others write between the look above and this.
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

const after = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/** @param used what is used up; the longest wait counts */
function refusal(used: { expires_at: string | null }[], now: Date): Verdict {
  const ends = used.map(({ expires_at }) => Date.parse(expires_at!));
  return {
    allowed: false,
    retryAfter: Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000)),
  };
}

/** @returns a keyed hash of the parts, different for any other list of parts */
export function keyed(secret: string, ...parts: string[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}

/** Deletes the counts whose window is over, also those beyond the longest one, which a clock set back has left. */
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
