import { data, redirect, type RouterContextProvider } from "react-router";
import { isRecent, keepForm, maxKept } from "#app/domain/accounts/recent-sign-in.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { currentUser, database, language } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Confirmation } from "./confirmation.tsx";
import { noSuchAddress } from "./guard.ts";

/**
 * Before a destructive action, the page shows what would be lost; confirming sends the same form again (RULES.md 10.15), and
 * needs a recent sign-in.
 * @returns the page to show until then; null once the form is confirmed and the sign-in recent
 */
export async function requireConfirmation(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  question: Omit<Confirmation, "asks" | "fields">,
) {
  if (form.get("confirmed") !== "yes")
    return data<Confirmation>({ asks: true, fields: textFields(form), ...question });
  return requireRecentSignIn(request, context, form);
}

/**
 * After 30 minutes an operator must enter the password or visit Google again (RULES.md 9.16). The form is kept and sent
 * again afterwards.
 * @returns a redirect there; null when the sign-in is recent
 */
export async function requireRecentSignIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
) {
  const user = context.get(currentUser);
  if (!user) throw noSuchAddress(context);
  const now = new Date();
  if (isRecent(user, now)) return null;
  const fields = textFields(form);
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > maxKept) return refuse(context, unknownForm(), 413, { message: "people.tooLong" });
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const token = await keepForm(context.get(database), user.userId, { path, fields }, now);
  return redirect(`${inLanguage(context.get(language), "/auth/again")}?token=${token}`, 303);
}

/** Proofs of who sends a form are no part of it: a code, and what `again.tsx` asks for. */
const textFields = (form: FormData) =>
  [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === "string" && !/^(?:code$|again_)/u.test(field[0]),
  );
