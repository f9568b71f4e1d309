import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { findProfile } from "../../accounts/profiles.ts";
import { deleteAccount } from "../../accounts/delete-account.ts";
import { endSessionsOf, type CurrentUser } from "../../accounts/sessions.ts";
import { findAccount, signIn } from "../../accounts/sign-in.ts";
import { attempt } from "../../forms/attempt.ts";
import { defineForm } from "../../forms/define-form.ts";
import { hiddenField } from "../../forms/fields.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitGuess } from "../../middleware/rate-limits.ts";
import { signedOutCookie } from "../../middleware/current-user.ts";

type Context = Readonly<RouterContextProvider>;

/** ms after signing in with Google during which that counts as having been asked again */
const freshSignIn = 10 * 60 * 1000;

const wrongPassword = {
  message: "profile.wrongPassword",
  fields: { password: "profile.wrongPassword" },
} as const;

export const deleteAccountForm = defineForm(
  "delete-account",
  z.object({ password: hiddenField() }),
  { labels: { password: "profile.deletePassword" } },
);

/** Deletes the account, once its owner has shown again that it is theirs: by password, or by a fresh Google sign-in. */
export async function confirmDeletion(context: Context, user: CurrentUser, form: FormData) {
  const sent = deleteAccountForm.parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async ({ password }) => {
    const db = context.get(database);
    const { avatars, passwords } = context.get(services);
    const profile = await findProfile(db, user.userId);
    if (!profile) return signOutWithMessage(context, "profile.deleted");
    if (profile.hasPassword) {
      const guess = await limitGuess(context, profile.email, true);
      if (guess.wait !== null) return refuseTooMany(context, sent, guess.wait);
      const account = await findAccount(db, profile.email);
      if ((await signIn(passwords, account, password)) === "wrong")
        return refuse(context, sent, 401, wrongPassword);
      await guess.forgive();
    } else if (Date.now() - Date.parse(user.since) > freshSignIn) {
      return refuse(context, sent, 401, { message: "profile.signInFresh" });
    }
    await deleteAccount(db, user.userId);
    await avatars.store.remove(user.userId);
    return signOutWithMessage(context, "profile.deleted");
  });
}

const signOutForm = defineForm("sign-out-everywhere", z.object({}), { labels: {} });

export async function signOutEverywhere(context: Context, user: CurrentUser, form: FormData) {
  const sent = signOutForm.parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async () => {
    await endSessionsOf(context.get(database), user.userId);
    return signOutWithMessage(context, "auth.signedOutEverywhere");
  });
}

async function signOutWithMessage(context: Context, key: MessageKey) {
  return redirectWithMessage(context, inLanguage(context.get(language), "/"), key, {
    cookies: [await signedOutCookie(context)],
  });
}
