import { redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { isKnownClient } from "../../accounts/sessions.ts";
import { findAccount, signIn } from "../../accounts/sign-in.ts";
import { filled } from "../../forms/fields.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { database, language } from "../../request/context.ts";
import { flashed } from "../../request/flash.ts";
import { limitGuess } from "../../request/limited.ts";
import { returnPath } from "../../request/own-path.ts";
import { clientHash, signedInCookie } from "../../request/session.ts";

const schema = z.object({
  email: filled("auth.fillIn"),
  password: z.string("auth.fillIn").min(1, "auth.fillIn"),
});

/** Signs in with e-mail and password (spec.md §2, §8): unknown address and wrong password are one answer. */
export async function logIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
) {
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { email, password } = checked.value;

  const db = context.get(database);
  const account = await findAccount(db, email);
  const known = account !== null && (await isKnownClient(db, account.userId, clientHash(context)));
  const guess = await limitGuess(context, email, known);
  if (guess.wait !== null) return refuseTooMany(context, form, guess.wait);
  const outcome = await signIn(account, password);
  if (outcome === "wrong" || account === null)
    return refuse(context, form, 401, { message: "auth.wrongCredentials" });
  await guess.forgive();
  if (outcome === "unconfirmed") return refuse(context, form, 403, { message: "auth.unconfirmed" });
  // Comparing takes its time: a password that was changed meanwhile opens no session any more.
  const now = await findAccount(db, email);
  if (now?.passwordHash !== account.passwordHash)
    return refuse(context, form, 401, { message: "auth.wrongCredentials" });

  return redirect(returnPath(form.get("redirectTo"), context.get(language)), {
    status: 303,
    headers: [
      ["Set-Cookie", await signedInCookie(request, context, account.userId)],
      ["Set-Cookie", await flashed("auth.welcomeBack")],
    ],
  });
}
