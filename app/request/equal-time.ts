import { setTimeout as wait } from "node:timers/promises";

/** ms; far more than any of these deeds takes */
const enough = 400;

/** Waits for a deed and never answers sooner than for others, so that nobody learns from the clock whether an account exists. */
export async function inEqualTime<Result>(deed: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([deed, wait(enough)]);
  return result;
}
