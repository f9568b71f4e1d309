import { setTimeout as wait } from "node:timers/promises";

/** ms, far longer than the actions take */
const minDuration = 400;

/** Waits for an action, and at least 400 ms, so that the time does not tell whether an account exists (RULES.md 7.6). @returns its result */
export async function inEqualTime<Result>(action: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([action, wait(minDuration)]);
  return result;
}
