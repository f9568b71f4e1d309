import { z } from "zod";
import { type CurrentUser, endSessionsOf } from "#app/domain/accounts/sessions.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { signedOutCookie } from "#app/http/middleware/session-cookie.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";

const signOutForm = defineForm("sign-out-everywhere", z.object({}), { labels: {} });

/** Ends all sessions of the user (RULES.md 9.5). */
export async function signOutEverywhere(
  context: RequestContext,
  user: CurrentUser,
  form: FormData,
) {
  const sent = signOutForm.parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async () => {
    await endSessionsOf(context.get(database), user.userId);
    return signOutWithMessage(context, "auth.signedOutEverywhere");
  });
}

/** Redirects home with a message and clears this browser's session cookie. */
export async function signOutWithMessage(context: RequestContext, key: MessageKey) {
  return redirectWithMessage(context, inLanguage(context.get(language), "/"), key, {
    cookies: [await signedOutCookie(context)],
  });
}
