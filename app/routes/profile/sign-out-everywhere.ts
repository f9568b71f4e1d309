import { z } from "zod";
import { type CurrentUser, endSessionsOf } from "#app/domain/accounts/sessions.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { toHomeSignedOut } from "#app/http/middleware/signed-out.ts";

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
    logSignIn(context, "sessionsEnded", "ok", user);
    return toHomeSignedOut(context, "auth.signedOutEverywhere");
  });
}
