import { redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { hashPassword, isStrongPassword } from "../../accounts/passwords.ts";
import { isEmailTaken, signUp as createAccount } from "../../accounts/sign-up.ts";
import { isUsernameTaken } from "../../accounts/usernames.ts";
import { config } from "../../config.ts";
import { emailField, fullNameField, usernameField } from "../../forms/fields.ts";
import { refuse, refuseTooMany, textOf } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { confirmationEmail } from "../../mail/emails.ts";
import { database, language } from "../../request/context.ts";
import { flashed } from "../../request/flash.ts";
import { limitClient } from "../../request/limited.ts";
import { sender } from "../../request/mail.ts";
import { ownPath, returnPath } from "../../request/own-path.ts";
import { signedInCookie } from "../../request/session.ts";

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
  const back = redirectTo && `redirectTo=${encodeURIComponent(ownPath(redirectTo))}`;
  const confirmation = (token: string) =>
    confirmationEmail(lang, {
      to: email,
      link: `${config.origin}${inLanguage(lang, "/auth/confirm")}?token=${token}${back && `&${back}`}`,
    });
  const created = await createAccount(
    db,
    {
      email,
      username: nombre_usuario,
      fullName: nombre_completo,
      passwordHash: await hashPassword(password),
    },
    config.smtpUrl === null ? null : confirmation,
    new Date(),
  );

  switch (created.outcome) {
    case "email-taken":
      return refuse(context, form, 409, emailTaken);
    case "username-taken":
      return refuse(context, form, 409, usernameTaken);
    case "to-confirm":
      sender.runSoon();
      return redirect(`${inLanguage(lang, "/auth")}${back && `?${back}`}`, {
        status: 303,
        headers: { "Set-Cookie": await flashed("auth.confirmationSent") },
      });
    case "active":
      return redirect(returnPath(form.get("redirectTo"), lang), {
        status: 303,
        headers: [
          ["Set-Cookie", await signedInCookie(request, context, created.userId)],
          ["Set-Cookie", await flashed("auth.created")],
        ],
      });
  }
}
