import { canonical } from "#app/i18n/text.ts";
import type { Count } from "#app/limits/limits.ts";
import { clientOf, networkCounts, waitOf } from "./client-counts.ts";
import { type RequestContext, services } from "./context.ts";

/** `device` is the id of one on which the account's owner was signed in */
export type Place = { device: string } | "known-client" | "unknown";

/** `wait` in seconds; `forgive` takes the count back when the password was right */
export type Guess = { wait: number } | { wait: null; forgive: () => Promise<void> };

/** Counts an attempt at a password before it is checked, so that attempts at the same time count, too. */
export async function limitGuess(
  context: RequestContext,
  email: string,
  place: Place,
): Promise<Guess> {
  const ofClient: Count = ["failedSignInsOfClient", clientOf(context)];
  // Where the owner was before has a count of its own: attempts from elsewhere must not lock them out.
  const ofAccount: Count = ["failedSignInsOfAccount", atPlace(context, email, place)];
  if (typeof place === "object") return guess(context, [ofAccount]);
  if (place === "known-client") return guess(context, [ofClient, ofAccount]);
  const networks = networkCounts(context, "failedSignInsOfNetwork", "failedSignInsOfWideNetwork");
  return guess(context, [ofClient, ...networks, ofAccount]);
}

/** An address has no line break, so nobody can type another's key. */
export function atPlace(context: RequestContext, email: string, place: Place): string {
  if (place === "unknown") return canonical(email);
  return `${canonical(email)}\n${place === "known-client" ? clientOf(context) : place.device}`;
}

/** Counted wherever it is made: the session may be stolen. */
export async function limitGuessInSession(context: RequestContext, userId: string): Promise<Guess> {
  return guess(context, [["failedSignInsOfSession", userId]]);
}

export async function limitCode(context: RequestContext, userId: string): Promise<Guess> {
  return guess(context, [["wrongCodes", userId]]);
}

async function guess(context: RequestContext, counts: Count[]): Promise<Guess> {
  const { limits } = context.get(services);
  const wait = waitOf(await limits.take(counts));
  return wait === null ? { wait, forgive: () => limits.giveBack(counts) } : { wait };
}
