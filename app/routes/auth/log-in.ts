import { z } from "zod";
import { minPassword } from "#app/domain/accounts/passwords.ts";
import { SignInOutdated } from "#app/domain/accounts/sessions.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { filledLine, hiddenField, maxEmail, passwordField } from "#app/http/forms/form-fields.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { language, services, type RequestContext } from "#app/http/middleware/context.ts";
import { pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { arrive } from "./arrive.ts";
import { authenticatorOf } from "./authenticator.ts";
import { askSecondStep, beginSession } from "./begin-session.ts";
import { suspendedReason } from "./suspended-reason.ts";

export const loginForm = defineForm(
  "login",
  z.object({
    email: filledLine("auth.missingEmail", maxEmail, "auth.emailInvalid"),
    password: passwordField(),
    stay: z.string().optional(),
    redirectTo: hiddenField(),
  }),
  {
    labels: { email: "auth.email", password: "auth.password", stay: "auth.stay" },
    incomplete: "auth.fillIn",
    // The schema does not check these: passwords older than the current rule must still work.
    constraints: { email: { maxLength: maxEmail }, password: { minLength: minPassword } },
  },
);

const wrong = { message: "auth.wrongCredentials" } as const;

function unlessOutdated(error: unknown): null {
  if (error instanceof SignInOutdated) return null;
  throw error;
}

/** RULES.md 9.6. @param request with its body still unread @param form the body, read from a clone of the request */
export async function logIn(request: Request, context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = loginForm.parse(form, lang);
  return attempt(context, sent, "auth.failed", async ({ redirectTo, stay }) => {
    const result = await authenticatorOf(context).authenticate("password", request);
    const { metrics } = context.get(services);
    switch (result.outcome) {
      case "signed-in": {
        const to = pathAfterSignIn(redirectTo, lang);
        const stays = stay !== undefined;
        const second = await askSecondStep(request, context, result.userId, to, stays);
        if (second) return second;
        const { userId, checked } = result;
        const cookies = await beginSession(request, context, userId, stays, checked).catch(
          unlessOutdated,
        );
        if (cookies === null) return refuse(context, sent, 401, wrong);
        return arrive(request, context, to, "auth.welcomeBack", { cookies });
      }
      case "suspended":
        metrics?.signInRefused("suspended");
        return refuse(context, sent, 403, suspendedReason(context, result.until));
      case "too-many":
        metrics?.signInRefused("too-many");
        return refuseTooMany(context, sent, result.retryAfter);
      case "unconfirmed":
        metrics?.signInRefused("unconfirmed");
        return refuse(context, sent, 403, { message: "auth.unconfirmed" });
      default:
        metrics?.signInRefused("wrong");
        return refuse(context, sent, 401, wrong);
    }
  });
}
