import type { RouterContextProvider } from "react-router";
import { isKnownClient } from "../../accounts/sessions.ts";
import { type Account, findAccount, signIn } from "../../accounts/sign-in.ts";
import { database, services } from "../../middleware/context.ts";
import { clientHash } from "../../middleware/current-user.ts";
import { limitGuess } from "../../middleware/rate-limits.ts";

type PasswordCheck =
  | { outcome: "too-many"; retryAfter: number }
  /** "unconfirmed": the password is right, but the address is not confirmed yet */
  | { outcome: "wrong" | "unconfirmed" }
  | { outcome: "right"; account: Account };

/**
 * Compares a password with that of the account of an email address; it counts as a failed sign-in unless it was right
 * (RULES.md 8.2). Unknown address and wrong password are one answer (RULES.md 7.6).
 * @param known true when the person is signed in on this client; else the account's sessions tell whether they were
 */
export async function checkPassword(
  context: Readonly<RouterContextProvider>,
  email: string,
  password: string,
  known = false,
): Promise<PasswordCheck> {
  const db = context.get(database);
  const account = await findAccount(db, email);
  const isKnown =
    known || (account !== null && (await isKnownClient(db, account.userId, clientHash(context))));
  const guess = await limitGuess(context, email, isKnown);
  if (guess.wait !== null) return { outcome: "too-many", retryAfter: guess.wait };
  const result = await signIn(context.get(services).passwords, account, password);
  if (result === "wrong" || account === null) return { outcome: "wrong" };
  await guess.forgive();
  return result === "unconfirmed" ? { outcome: result } : { outcome: result, account };
}
