import { type Account, findAccount, signIn } from "#app/domain/accounts/credentials.ts";
import { database, services, type RequestContext } from "./context.ts";
import { placeOf } from "./known-device.ts";
import { type Guess, limitGuess, limitGuessInSession } from "./guess-limits.ts";

type PasswordCheck =
  | { outcome: "too-many"; retryAfter: number }
  | { outcome: "wrong" | "unconfirmed" }
  | { outcome: "right"; account: Account };

/** An unknown address and a wrong password get the same answer (RULES.md 9.6); both count as a failed sign-in (12.9). */
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

/** For the holder of an emailed link, for whom strangers' guesses elsewhere do not count. */
export async function checkPasswordOfLink(
  context: RequestContext,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccount(context.get(database), email);
  return compare(context, account, password, await limitGuess(context, email, "known-client"));
}

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
