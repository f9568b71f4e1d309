import { z } from "zod";
import { isEasyToGuess } from "#app/domain/accounts/common-passwords.ts";
import { isEmailTaken, signUp as createAccount } from "#app/domain/accounts/registration.ts";
import { isUsernameTaken } from "#app/domain/accounts/usernames.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import {
  commonPassword,
  emailField,
  fullNameField,
  hiddenField,
  newPasswordField,
  usernameField,
  usernameTaken,
} from "#app/http/forms/form-fields.ts";
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
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { safePath, pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { arrive } from "./arrive.ts";
import { beginSession } from "./begin-session.ts";
import { rememberSignUp } from "./signed-up-here.ts";

export const signUpForm = defineForm(
  "signup",
  z.object({
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
  }),
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

const emailTaken = { message: "auth.emailTaken", fields: { email: "auth.emailTaken" } } as const;

/** The account is active immediately, or once the emailed link is used (RULES.md 9.3). */
export async function signUp(request: Request, context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = signUpForm.parse(form, lang);
  const limit = limitOf(context, "sign-up");
  return attempt(context, sent, { failureMessage: "auth.failed", limit }, async (values) => {
    const { email, nombre_usuario: username, nombre_completo: fullName, password } = values;
    if (isEasyToGuess(password, { email, username }))
      return refuse(context, sent, 422, commonPassword);
    const { origin, smtpUrl } = context.get(config);
    const wait = await limit.take(smtpUrl === null ? [] : [toMailbox("confirmation", email)]);
    if (wait !== null) {
      logSignIn(context, "signUp", "too-many", { email });
      return refuseTooMany(context, sent, wait);
    }
    const refuseTaken = async (taken: typeof emailTaken | typeof usernameTaken) => {
      await limit.forgive();
      logSignIn(context, "signUp", "taken", { email });
      return refuse(context, sent, 409, taken);
    };

    // Checked before the slow hash, and again in the transaction.
    const db = context.get(database);
    const secrets = context.get(config).sessionSecrets;
    if (await isEmailTaken(db, email, secrets, new Date())) return refuseTaken(emailTaken);
    if (await isUsernameTaken(db, username)) return refuseTaken(usernameTaken);

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
    if (created.outcome === "email-taken") return refuseTaken(emailTaken);
    if (created.outcome === "username-taken") return refuseTaken(usernameTaken);
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
