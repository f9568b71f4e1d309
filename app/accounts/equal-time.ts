import { setTimeout as wait } from "node:timers/promises";

/** ms; far more than any of these actions takes */
const enough = 400;

/** Waits for an action and never answers sooner than for others, so that nobody learns from the clock whether an account exists. */
export async function inEqualTime<Result>(action: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([action, wait(enough)]);
  return result;
}
