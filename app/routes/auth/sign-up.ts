import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { isStrongPassword } from "../../accounts/passwords.ts";
import { isEmailTaken, signUp as createAccount } from "../../accounts/sign-up.ts";
import { isUsernameTaken } from "../../accounts/usernames.ts";
import { emailField, fullNameField, usernameField } from "../../forms/fields.ts";
import { refuse, refuseTooMany, textOf } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { inLanguage, withRedirectTo } from "../../i18n/paths.ts";
import { confirmationEmail } from "../../mail/emails.ts";
import { config, database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitClient } from "../../middleware/rate-limits.ts";
import { safePath, pathAfterSignIn } from "../../server/safe-redirect.ts";
import { signedInCookie } from "../../middleware/current-user.ts";

const schema = z.object({
  nombre_completo: fullNameField,
  nombre_usuario: usernameField("auth.fillIn", "auth.usernameFormat", "auth.usernameTaken"),
  email: emailField("auth.fillIn", "auth.emailInvalid"),
  password: z
    .string("auth.fillIn")
    .min(1, { error: "auth.fillIn", abort: true })
    .refine(isStrongPassword, "auth.weakPassword"),
});

const emailTaken = { message: "auth.emailTaken", fields: { email: "auth.emailTaken" } } as const;
const usernameTaken = {
  message: "auth.usernameTaken",
  fields: { nombre_usuario: "auth.usernameTaken" },
} as const;

/** Creates an account (spec.md §4): active at once, or waiting for its email's link when emails are really sent. */
export async function signUp(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
) {
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { email, nombre_usuario, nombre_completo, password } = checked.value;
  const wait = await limitClient(context, "signUps");
  if (wait !== null) return refuseTooMany(context, form, wait);

  // Asked before the slow hash; the transaction asks again.
  const db = context.get(database);
  if (await isEmailTaken(db, email)) return refuse(context, form, 409, emailTaken);
  if (await isUsernameTaken(db, nombre_usuario)) return refuse(context, form, 409, usernameTaken);
  const lang = context.get(language);
  // Whoever was on their way somewhere finds the way again after the email.
  const redirectTo = textOf(form, "redirectTo");
  const back = redirectTo && safePath(redirectTo);
  const confirmation = (token: string) =>
    confirmationEmail(lang, {
      to: email,
      link: withRedirectTo(
        `${context.get(config).origin}${inLanguage(lang, "/auth/confirm")}?token=${token}`,
        back,
      ),
    });
  const created = await createAccount(
    db,
    {
      email,
      username: nombre_usuario,
      fullName: nombre_completo,
      passwordHash: await context.get(services).passwords.hash(password),
    },
    context.get(config).smtpUrl === null ? null : confirmation,
    new Date(),
  );

  switch (created.outcome) {
    case "email-taken":
      return refuse(context, form, 409, emailTaken);
    case "username-taken":
      return refuse(context, form, 409, usernameTaken);
    case "to-confirm":
      context.get(services).mailWorker.runSoon();
      return redirectWithMessage(
        context,
        withRedirectTo(inLanguage(lang, "/auth"), back),
        "auth.confirmationSent",
      );
    case "active":
      return redirectWithMessage(
        context,
        pathAfterSignIn(form.get("redirectTo"), lang),
        "auth.created",
        { cookies: [await signedInCookie(request, context, created.userId)] },
      );
  }
}
