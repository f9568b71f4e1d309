import { z } from "zod";
import { removeAvatar } from "#app/domain/accounts/avatars.ts";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { admit } from "#app/http/forms/gate.ts";
import {
  config,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { checkOwnPassword } from "#app/http/middleware/check-password.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { toHomeSignedOut } from "#app/http/middleware/signed-out.ts";

const freshSignInMs = 10 * 60 * 1000;

export const deleteAccountForm = defineForm(
  "delete-account",
  z.object({ password: hiddenField() }),
  { labels: { password: "profile.deletePassword" } },
);

export async function confirmDeletion(context: RequestContext, user: CurrentUser, form: FormData) {
  const sent = deleteAccountForm.parse(form, context.get(language));
  return admit(context, sent, { failure: "auth.failed" }, async ({ password }) => {
    const db = context.get(database);
    const { avatars, pages } = context.get(services);
    const profile = await findProfile(db, user.userId);
    if (!profile) return toHomeSignedOut(context, "profile.deleted");
    if (profile.hasPassword) {
      if (password === "") throw new Refused("wrong-password");
      const result = await checkOwnPassword(context, profile.email, password);
      if (result.outcome === "too-many") throw new Refused("too-often", result);
      if (result.outcome === "wrong") throw new Refused("wrong-password");
    } else if (!isFresh(user)) throw new Refused("old-sign-in");
    const { smtpUrl, sessionSecrets } = context.get(config);
    const own = [user.userId, smtpUrl !== null, sessionSecrets, new Date()] as const;
    for (const bottle of await eraseAccount(db, ...own)) pages.drop(perfumePath(bottle));
    logSignIn(context, "accountDeleted", "ok", user);
    const isErased = await removeAvatar(avatars.store, user.userId);
    return toHomeSignedOut(context, isErased ? "profile.deleted" : "profile.deletedPhotoLater");
  });
}

// A sign-in in the future means that the clock was set back since, so its age is unknown.
function isFresh({ since }: CurrentUser): boolean {
  const age = Date.now() - Date.parse(since);
  return age >= 0 && age <= freshSignInMs;
}
