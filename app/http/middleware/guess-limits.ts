import { isRecoveryCode } from "#app/domain/accounts/recovery-codes.ts";
import { canonical } from "#app/i18n/text.ts";
import type { Count } from "#app/limits/limits.ts";
import { clientOf, networkCounts } from "./client-counts.ts";
import { type RequestContext, services } from "./context.ts";

/** `device` is the id of a browser where the account's owner was signed in */
export type Place = { device: string } | "known-client" | "unknown";

/** `wait` is in seconds; `forgive` reverses the count after a right password */
export type Guess = { wait: number } | { wait: null; forgive: () => Promise<void> };

/** Counts a password attempt before it is checked, so that concurrent attempts count, too. */
export async function limitGuess(
  context: RequestContext,
  email: string,
  place: Place,
): Promise<Guess> {
  const ofClient: Count = ["failedSignInsOfClient", clientOf(context)];
  // A place where the owner was signed in is counted separately: attempts from elsewhere must not lock them out.
  const ofAccount: Count = ["failedSignInsOfAccount", atPlace(context, email, place)];
  if (typeof place === "object") return guess(context, [ofAccount]);
  if (place === "known-client") return guess(context, [ofClient, ofAccount]);
  const networks = networkCounts(context, "failedSignInsOfNetwork", "failedSignInsOfWideNetwork");
  return guess(context, [ofClient, ...networks, ofAccount]);
}

/** An address contains no line break, so nobody can forge another key. */
export function atPlace(context: RequestContext, email: string, place: Place): string {
  if (place === "unknown") return canonical(email);
  return `${canonical(email)}\n${place === "known-client" ? clientOf(context) : place.device}`;
}

/** Counts in any place, because the session may be stolen. */
export async function limitGuessInSession(context: RequestContext, userId: string): Promise<Guess> {
  return guess(context, [["failedSignInsOfSession", userId]]);
}

/** `shouldWarn` after a wrong code: the day's ninth, of which nobody was told yet (RULES.md 10.19). */
export type CodeGuess =
  | { wait: number }
  | { wait: null; forgive: () => Promise<void>; shouldWarn: () => Promise<boolean> };

/** Wrong codes of one kind do not use up the limit of the other. Only the app's are short enough to be guessed in years. */
export async function limitCode(
  context: RequestContext,
  userId: string,
  typed: string,
): Promise<CodeGuess> {
  const { limits } = context.get(services);
  const counts: Count[] = isRecoveryCode(typed)
    ? [["wrongRecoveryCodes", userId]]
    : [
        ["wrongCodes", userId],
        ["wrongCodesInADay", userId],
      ];
  const made = await guess(context, counts);
  if (made.wait !== null) return made;
  const shouldWarn = async () =>
    (await limits.take([["wrongCodesUnreported", userId]])) !== null &&
    (await limits.take([["wrongCodeWarnings", userId]])) === null;
  return { ...made, shouldWarn };
}

async function guess(context: RequestContext, counts: Count[]): Promise<Guess> {
  const { limits } = context.get(services);
  const wait = await limits.take(counts);
  return wait === null ? { wait, forgive: () => limits.giveBack(counts) } : { wait };
}
