import { redirect } from "react-router";
import { z } from "zod";
import { accountOfToken } from "#app/domain/accounts/link-tokens.ts";
import { confirmEmail, exchangeForReset, sendLink } from "#app/domain/accounts/email-links.ts";
import { suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { inEqualTime } from "#app/domain/accounts/credentials.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { emailField, hiddenField, passwordField } from "#app/http/forms/form-fields.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { admit } from "#app/http/forms/gate.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import {
  config,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { toMailbox } from "#app/http/middleware/email-limits.ts";
import { pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { checkPasswordOfLink } from "#app/http/middleware/check-password.ts";
import { arrive } from "./arrive.ts";
import { beginSession } from "./begin-session.ts";
import { forgetSignUp, hasSignedUpHere } from "./signed-up-here.ts";
import { suspendedReason } from "./suspended-reason.ts";

// A stranger may have registered the address: a mere click would confirm an account whose password only they know (RULES.md 9.4).
export const confirmForm = defineForm(
  "confirm",
  z.object({ token: hiddenField(), password: passwordField() }),
  { labels: { password: "auth.password" } },
);

/** In the browser that signed up a press is enough. */
const pressForm = defineForm("confirm", z.object({ token: hiddenField() }));

const wrongPassword = {
  message: "auth.wrongSignUpPassword",
  fields: { password: "auth.wrongSignUpPassword" },
} as const;

// For an owner of the mailbox who does not know the password.
export const choosePasswordForm = defineForm("choose-password", z.object({ token: hiddenField() }));

export const resendForm = defineForm(
  "resend",
  z.object({ email: emailField("auth.missingEmail", "auth.emailInvalid") }),
  { labels: { email: "auth.email" } },
);

export async function confirm(
  request: Request,
  context: RequestContext,
  form: FormData,
  redirectTo: string | null,
) {
  const db = context.get(database);
  const sent = confirmForm.parse(form, context.get(language));
  const account = await accountOfToken(db, textOf(form, "token"), "confirm", new Date());
  if (account === null) return linkSpent(context);
  if (await hasSignedUpHere(request, context, account.userId))
    return confirmHere(request, context, form, redirectTo, account.userId);
  return attempt(context, sent, "auth.failed", async ({ token, password }) => {
    const result = await checkPasswordOfLink(context, account.email, password);
    if (result.outcome === "too-many") return refuseTooMany(context, sent, result.retryAfter);
    if (result.outcome === "wrong") return refuse(context, sent, 401, wrongPassword);
    const userId = await confirmEmail(db, token, new Date());
    if (userId === null) return linkSpent(context);
    logSignIn(context, "addressConfirmed", "ok", { userId });
    return toSignIn(context, "auth.confirmed", redirectTo);
  });
}

function confirmHere(
  request: Request,
  context: RequestContext,
  form: FormData,
  redirectTo: string | null,
  registrant: string,
) {
  const lang = context.get(language);
  const db = context.get(database);
  const sent = pressForm.parse(form, lang);
  return attempt(context, sent, "auth.failed", async ({ token }) => {
    const suspension = await suspensionOf(db, registrant, new Date());
    if (suspension) return refuse(context, sent, 403, suspendedReason(context, suspension.until));
    const userId = await confirmEmail(db, token, new Date());
    if (userId === null) return linkSpent(context);
    logSignIn(context, "addressConfirmed", "ok", { userId });
    const cookies = await beginSession(request, context, userId);
    return arrive(request, context, pathAfterSignIn(redirectTo, lang), "auth.confirmedHere", {
      cookies: [...cookies, await forgetSignUp(context)],
    });
  });
}

export function choosePassword(context: RequestContext, form: FormData, redirectTo: string | null) {
  const lang = context.get(language);
  const sent = choosePasswordForm.parse(form, lang);
  return attempt(context, sent, "auth.failed", async ({ token }) => {
    const reset = await exchangeForReset(context.get(database), token, new Date());
    if (reset === null) return linkSpent(context);
    const path = `${inLanguage(lang, "/auth/reset")}?token=${reset}`;
    return redirect(withRedirectTo(path, redirectTo), 303);
  });
}

function linkSpent(context: RequestContext) {
  logSignIn(context, "addressConfirmed", "spent");
  const instead = resendForm.parse(new FormData(), context.get(language));
  return refuse(context, { ...instead, submission: null }, 410, { message: "auth.linkSpent" });
}

export function resend(context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = resendForm.parse(form, lang);
  const gate = {
    failure: "auth.failed",
    limit: "resend",
    also: ({ email }: { email: string }) => [toMailbox("confirmation", email)],
  } as const;
  return admit(context, sent, gate, async ({ email }) => {
    const target = { origin: context.get(config).origin, language: lang };
    await inEqualTime(sendLink(context.get(database), email, "confirm", target, new Date()));
    context.get(services).mailWorker.runSoon();
    return toSignIn(context, "auth.resent");
  });
}

function toSignIn(
  context: RequestContext,
  key: "auth.confirmed" | "auth.resent",
  redirectTo: string | null = null,
) {
  const signIn = inLanguage(context.get(language), "/auth");
  return redirectWithMessage(context, withRedirectTo(signIn, redirectTo), key);
}
