import { type Account, findAccount, signIn } from "#app/domain/accounts/credentials.ts";
import { database, services, type RequestContext } from "./context.ts";
import { placeOf } from "./known-device.ts";
import { type Guess, limitGuess, limitGuessInSession } from "./guess-limits.ts";

type PasswordCheck =
  | { outcome: "too-many"; retryAfter: number }
  /** "unconfirmed": the password is right, but the address is not confirmed yet */
  | { outcome: "wrong" | "unconfirmed" }
  | { outcome: "right"; account: Account };

/**
 * Compares a password with that of the account of an email address; it counts as a failed sign-in unless it was right
 * (RULES.md 8.2). Unknown address and wrong password are one answer (RULES.md 7.6).
 */
export async function checkPassword(
  request: Request,
  context: RequestContext,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccount(context.get(database), email);
  const place = account ? await placeOf(request, context, account.userId) : "unknown";
  return compare(context, account, password, await limitGuess(context, email, place));
}

/** The same for who has an email's link: strangers' guesses elsewhere do not count against them. */
export async function checkPasswordOfLink(
  context: RequestContext,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccount(context.get(database), email);
  return compare(context, account, password, await limitGuess(context, email, "known-client"));
}

/** The same for the account that is signed in; its guesses have a count of their own. */
export async function checkOwnPassword(
  context: RequestContext,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccount(context.get(database), email);
  if (account === null) return { outcome: "wrong" };
  const guess = await limitGuessInSession(context, account.userId);
  return compare(context, account, password, guess);
}

async function compare(
  context: RequestContext,
  account: Account | null,
  password: string,
  guess: Guess,
): Promise<PasswordCheck> {
  if (guess.wait !== null) return { outcome: "too-many", retryAfter: guess.wait };
  const result = await signIn(context.get(services).passwords, account, password);
  if (result === "wrong" || account === null) return { outcome: "wrong" };
  await guess.forgive();
  return result === "unconfirmed" ? { outcome: result } : { outcome: result, account };
}
