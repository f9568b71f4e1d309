import { z } from "zod";
import { isEasyToGuess } from "#app/domain/accounts/common-passwords.ts";
import { requireFree, signUp as createAccount } from "#app/domain/accounts/registration.ts";
import type { Refused } from "#app/domain/refused-act.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import {
  emailField,
  fullNameField,
  hiddenField,
  newPasswordField,
  usernameField,
} from "#app/http/forms/form-fields.ts";
import { admit } from "#app/http/forms/gate.ts";
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
import { safePath, pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { arrive } from "./arrive.ts";
import { beginSession } from "./begin-session.ts";
import { rememberSignUp } from "./signed-up-here.ts";

export const signUpForm = defineForm(
  "signup",
  z
    .object({
      nombre_completo: fullNameField(),
      nombre_usuario: usernameField({
        missing: "auth.missingUsername",
        tooShort: "auth.usernameFormat",
        tooLong: "auth.usernameFormat",
        characters: "auth.usernameFormat",
      }),
      email: emailField("auth.missingEmail", "auth.emailInvalid"),
      password: newPasswordField(),
      redirectTo: hiddenField(),
    })
    .refine(
      ({ password, email, nombre_usuario: username }) =>
        !isEasyToGuess(password, { email, username }),
      {
        error: "auth.commonPassword",
        path: ["password"],
        when: ({ issues }) => issues.length === 0,
      },
    ),
  {
    labels: {
      nombre_completo: "auth.fullName",
      nombre_usuario: "auth.username",
      email: "auth.email",
      password: "auth.password",
    },
    incomplete: "auth.fillIn",
  },
);

/** The account is active immediately, or once the emailed link is used (RULES.md 9.3). */
export async function signUp(request: Request, context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = signUpForm.parse(form, lang);
  const { origin, smtpUrl, sessionSecrets: secrets } = context.get(config);
  const gate = {
    failure: "auth.failed",
    limit: "sign-up",
    also: ({ email }: { email: string }) =>
      smtpUrl === null ? [] : [toMailbox("confirmation", email)],
    more({ code }: Refused) {
      const outcome = code === "too-often" ? "too-many" : "taken";
      logSignIn(context, "signUp", outcome, { email: sent.value!.email });
      return {};
    },
  } as const;
  return admit(context, sent, gate, async (values) => {
    const { email, nombre_usuario: username, nombre_completo: fullName, password } = values;
    const db = context.get(database);
    // Checked before the slow hash, and again in the transaction.
    await requireFree(db, { email, username }, secrets, new Date());

    // After the emailed link, the person continues where they were heading.
    const back = values.redirectTo && safePath(values.redirectTo);
    const passwordHash = await context.get(services).passwords.hash(password);
    const created = await createAccount(
      db,
      { email, username, fullName, passwordHash },
      smtpUrl === null ? null : { origin, language: lang, redirectTo: back },
      new Date(),
      secrets,
    );
    logSignIn(context, "signUp", "ok", { userId: created.userId, email });
    if (created.outcome === "to-confirm")
      return awaitConfirmation(context, { userId: created.userId, back });
    const to = pathAfterSignIn(values.redirectTo, lang);
    const cookies = await beginSession(request, context, created.userId);
    return arrive(request, context, to, "auth.created", { cookies });
  });
}

async function awaitConfirmation(
  context: RequestContext,
  { userId, back }: { userId: string; back: string | null },
) {
  context.get(services).mailWorker.runSoon();
  const signIn = withRedirectTo(inLanguage(context.get(language), "/auth"), back);
  return redirectWithMessage(context, signIn, "auth.confirmationSent", {
    cookies: [await rememberSignUp(context, userId)],
  });
}
