import { createHmac } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "#db/connect.ts";
import { DatabaseLimiter } from "./database-limiter.ts";

const minute = 60;
const hour = 60 * minute;

/** How many `points` within `duration` seconds from the first (RULES.md 8.1). */
export const limits = {
  failedSignInsOfAccount: { points: 10, duration: 3 * minute },
  failedSignInsOfClient: { points: 30, duration: hour },
  signUps: { points: 5, duration: hour },
  resets: { points: 5, duration: hour },
  resetsOfAccount: { points: 5, duration: hour },
  resends: { points: 5, duration: hour },
  resendsOfAccount: { points: 5, duration: hour },
  actionsOfUser: { points: 30, duration: minute },
  anonymousActions: { points: 5, duration: 10 * minute },
};

export type Limit = keyof typeof limits;

/** `retryAfter` in whole seconds, 1 at least */
export type Verdict = { allowed: true } | { allowed: false; retryAfter: number };

export type Limits = ReturnType<typeof createLimits>;

/**
 * Counts actions in the database, so that counts outlive a restart. A key is an email address, a user's id or a client.
 * @param db not a transaction, which may be rolled back with its counts
 * @param secret keys are hashed with it; a new one resets all counts
 */
export function createLimits(db: Db, secret: string) {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([keyPrefix, limit]) => [
      keyPrefix,
      new DatabaseLimiter(db, { keyPrefix, ...limit }),
    ]),
  ) as Record<Limit, DatabaseLimiter>;

  async function peek(limit: Limit, key: string): Promise<Verdict> {
    const count = await limiters[limit].get(keyed(secret, limit, key));
    return count && count.remainingPoints === 0 ? refusal(count) : { allowed: true };
  }

  /** Counts one more action. @returns whether it is allowed */
  async function take(limit: Limit, key: string): Promise<Verdict> {
    // Beyond the limit, a request costs a read and no write.
    const before = await peek(limit, key);
    if (!before.allowed) return before;
    try {
      await limiters[limit].consume(keyed(secret, limit, key));
      return { allowed: true };
    } catch (error) {
      if (error instanceof RateLimiterRes) return refusal(error);
      throw error;
    }
  }

  /** Takes one count back, e.g. of a sign-in that succeeded. */
  async function giveBack(limit: Limit, key: string): Promise<void> {
    await limiters[limit].reward(keyed(secret, limit, key));
  }

  return { peek, take, giveBack };
}

function refusal({ msBeforeNext }: RateLimiterRes): Verdict {
  return { allowed: false, retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** @returns a keyed hash of the parts, different for any other list of parts */
export function keyed(secret: string, ...parts: string[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}

/** Deletes the counts whose window is over. */
export async function deleteOldLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("expires_at", "<=", now.toISOString()).execute();
}
