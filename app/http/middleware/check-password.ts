import { type Account, findAccount, signIn } from "#app/domain/accounts/credentials.ts";
import { database, services, type RequestContext } from "./context.ts";
import { logSignIn, type SignInEvent } from "./sign-in-log.ts";
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
  event: "signIn" | "googleLinked" = "signIn",
): Promise<PasswordCheck> {
  const account = await findAccount(context.get(database), email);
  const place = account ? await placeOf(request, context, account.userId) : "unknown";
  const guess = await limitGuess(context, email, place);
  return logged(context, event, email, account, await compare(context, account, password, guess));
}

/** For the holder of an emailed link, for whom strangers' guesses elsewhere do not count. */
export async function checkPasswordOfLink(
  context: RequestContext,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccount(context.get(database), email);
  const guess = await limitGuess(context, email, "known-client");
  const result = await compare(context, account, password, guess);
  return logged(context, "addressConfirmed", email, account, result);
}

export async function checkOwnPassword(
  context: RequestContext,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccount(context.get(database), email);
  if (account === null) return { outcome: "wrong" };
  const guess = await limitGuessInSession(context, account.userId);
  const result = await compare(context, account, password, guess);
  if (result.outcome === "right") logSignIn(context, "passwordChecked", "ok", account);
  return logged(context, "passwordChecked", email, account, result);
}

// What follows a right password logs how it ended.
function logged(
  context: RequestContext,
  event: SignInEvent,
  email: string,
  account: Account | null,
  result: PasswordCheck,
): PasswordCheck {
  const { outcome } = result;
  const isRefused = outcome === "wrong" || outcome === "too-many";
  if (isRefused || (event === "signIn" && outcome === "unconfirmed"))
    logSignIn(context, event, outcome, { userId: account?.userId, email });
  return result;
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
