import type { RouterContextProvider } from "react-router";
import { findProfile } from "../../accounts/profiles.ts";
import { deleteAccount } from "../../accounts/delete-account.ts";
import { endSessionsOf, type CurrentUser } from "../../accounts/sessions.ts";
import { findAccount, signIn } from "../../accounts/sign-in.ts";
import { refuse, refuseTooMany, textOf } from "../../forms/refusal.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitGuess } from "../../middleware/rate-limits.ts";
import { signedOutCookie } from "../../middleware/current-user.ts";

type Context = Readonly<RouterContextProvider>;

/** ms after signing in with Google during which that counts as having been asked again */
const fresh = 10 * 60 * 1000;

export async function signOutEverywhere(context: Context, user: CurrentUser) {
  await endSessionsOf(context.get(database), user.userId);
  return goodbye(context, "auth.signedOutEverywhere");
}

/** Deletes the account, once its owner has shown again that it is theirs: by password, or by a fresh Google sign-in. */
export async function leave(context: Context, user: CurrentUser, form: FormData) {
  const db = context.get(database);
  const profile = await findProfile(db, user.userId);
  if (!profile) return goodbye(context, "profile.deleted");
  if (profile.hasPassword) {
    const guess = await limitGuess(context, profile.email, true);
    if (guess.wait !== null) return refuseTooMany(context, form, guess.wait);
    const account = await findAccount(db, profile.email);
    if (
      (await signIn(context.get(services).passwords, account, textOf(form, "password"))) === "wrong"
    )
      return refuse(context, form, 401, {
        message: "profile.wrongPassword",
        fields: { password: "profile.wrongPassword" },
      });
    await guess.forgive();
  } else if (Date.now() - Date.parse(user.since) > fresh) {
    return refuse(context, form, 401, { message: "profile.signInFresh" });
  }
  await deleteAccount(db, user.userId);
  await context.get(services).avatars.store.remove(user.userId);
  return goodbye(context, "profile.deleted");
}

async function goodbye(context: Context, said: MessageKey) {
  return redirectWithMessage(context, inLanguage(context.get(language), "/"), said, {
    cookies: [await signedOutCookie(context)],
  });
}
