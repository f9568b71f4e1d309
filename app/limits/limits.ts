import { createHmac } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "#db/connect.ts";
import { DatabaseLimiter } from "./database-limiter.ts";

const minute = 60;
const hour = 60 * minute;

/** How many `points` within how many seconds, counted from the first. */
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
 * Counts actions in the database, so that a restart forgives nobody. A key says whose: an address, an account, a client.
 * @param db the connection itself: a transaction that is rolled back would take its counts along
 * @param secret what keys are hashed with; another one begins all counts anew
 */
export function createLimits(db: Db, secret: string) {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([keyPrefix, limit]) => [
      keyPrefix,
      new DatabaseLimiter(db, { keyPrefix, ...limit }),
    ]),
  ) as Record<Limit, DatabaseLimiter>;

  /** Whether one more would be let pass now. */
  async function peek(limit: Limit, key: string): Promise<Verdict> {
    const count = await limiters[limit].get(keyed(secret, limit, key));
    return count && count.remainingPoints === 0 ? refusal(count) : { allowed: true };
  }

  /** Counts one more and tells whether it may pass. */
  async function take(limit: Limit, key: string): Promise<Verdict> {
    // Who is over the limit already costs a read, not a write.
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

  /** Takes one count back, because the action was none of those that are limited. */
  async function giveBack(limit: Limit, key: string): Promise<void> {
    await limiters[limit].reward(keyed(secret, limit, key));
  }

  return { peek, take, giveBack };
}

function refusal({ msBeforeNext }: RateLimiterRes): Verdict {
  return { allowed: false, retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** A name that tells its parts apart from others without holding them. */
export function keyed(secret: string, ...parts: string[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}

/** Deletes the counts whose time is over. */
export async function deleteOldLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("expires_at", "<=", now.toISOString()).execute();
}
