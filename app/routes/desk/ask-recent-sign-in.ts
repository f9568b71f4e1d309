import { redirect, type RouterContextProvider } from "react-router";
import { isRecent, keepForm, maxKept } from "#app/domain/accounts/recent-sign-in.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { currentUser, database, language } from "#app/http/middleware/context.ts";
import { noSuchAddress } from "./guard.ts";

/**
 * For what destroys (RULES.md 27.6): who signed in over 30 minutes ago shows the password, or goes to Google, once more. The
 * form is kept meanwhile, and is then sent again.
 * @param form of this request
 * @returns the way there; null when the sign-in is recent enough
 */
export async function askRecentSignIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
) {
  const user = context.get(currentUser);
  if (!user) throw noSuchAddress(context);
  const now = new Date();
  if (isRecent(user, now)) return null;
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > maxKept) return refuse(context, unknownForm(), 413, { message: "people.tooLong" });
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const token = await keepForm(context.get(database), user.userId, { path, fields }, now);
  return redirect(`${inLanguage(context.get(language), "/auth/again")}?token=${token}`, 303);
}
