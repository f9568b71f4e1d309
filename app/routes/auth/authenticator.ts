import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { type GoogleProfile, signInWithGoogle } from "../../accounts/google-accounts.ts";
import { isKnownClient } from "../../accounts/sessions.ts";
import { findAccount, signIn } from "../../accounts/sign-in.ts";
import { cleanLine } from "#db/clean-text.ts";
import { config, database, services } from "../../middleware/context.ts";
import { clientHash } from "../../middleware/current-user.ts";
import { limitGuess } from "../../middleware/rate-limits.ts";
import { GoogleSignInStrategy } from "./google-strategy.ts";
import { type Credentials, PasswordStrategy } from "./password-strategy.ts";

type Context = Readonly<RouterContextProvider>;

/** How an attempt to sign in ended; a user id when it is let in. */
export type SignIn =
  | { outcome: "signed-in"; userId: string }
  | { outcome: "too-many"; retryAfter: number }
  | { outcome: "wrong" | "unconfirmed" }
  | { outcome: "no-email" | "email-not-verified" | "email-taken" };

/** ms for all that is asked of Google while somebody comes back from there */
export const googleTimeLimit = 10_000;

/** The one door of signing in: "password", and "google" where that is configured. */
export function authenticatorOf(context: Context): Authenticator<SignIn> {
  const authenticator = new Authenticator<SignIn>();
  authenticator.use(new PasswordStrategy((credentials) => checkCredentials(context, credentials)));
  const { google, origin, secure } = context.get(config);
  if (google)
    authenticator.use(
      new GoogleSignInStrategy(google, origin, secure, googleTimeLimit, (profile) =>
        checkProfile(context, profile),
      ),
    );
  return authenticator;
}

/** Unknown address and wrong password are one answer (RULES.md 7.6). */
async function checkCredentials(
  context: Context,
  { email: typed, password }: Credentials,
): Promise<SignIn> {
  const db = context.get(database);
  const email = cleanLine(typed);
  const account = await findAccount(db, email);
  const known = account !== null && (await isKnownClient(db, account.userId, clientHash(context)));
  const guess = await limitGuess(context, email, known);
  if (guess.wait !== null) return { outcome: "too-many", retryAfter: guess.wait };
  const result = await signIn(context.get(services).passwords, account, password);
  if (result === "wrong" || account === null) return { outcome: "wrong" };
  await guess.forgive();
  if (result === "unconfirmed") return { outcome: "unconfirmed" };
  // Comparing takes its time: a password that was changed meanwhile opens no session any more.
  const now = await findAccount(db, email);
  if (now?.passwordHash !== account.passwordHash) return { outcome: "wrong" };
  return { outcome: "signed-in", userId: account.userId };
}

async function checkProfile(context: Context, profile: GoogleProfile): Promise<SignIn> {
  const emailsAreProof = context.get(config).smtpUrl !== null;
  const found = await signInWithGoogle(context.get(database), profile, new Date(), emailsAreProof);
  return typeof found === "string" ? { outcome: found } : { outcome: "signed-in", ...found };
}
