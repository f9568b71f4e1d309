import { setTimeout as wait } from "node:timers/promises";

// Far longer than the actions take.
const minDurationMs = 400;

/** Keeps the response time from revealing whether an account exists (RULES.md 9.6). */
export async function inEqualTime<Result>(action: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([action, wait(minDurationMs)]);
  return result;
}
