import { redirect } from "react-router";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { arrive } from "./arrive.ts";
import { askSecondStep, beginSession } from "./begin-session.ts";

/** After Google: on to the second step, the choice of a username, or the page that the person wanted. @throws SignInOutdated */
export async function letIn(
  request: Request,
  context: RequestContext,
  userId: string,
  target: string,
  {
    said = "auth.welcomeBack",
    status = 302,
    checked = null,
  }: {
    said?: "auth.welcomeBack" | "auth.googleLinked";
    status?: 302 | 303;
    checked?: string | null;
  } = {},
): Promise<Response> {
  const second = await askSecondStep(request, context, userId, target);
  if (second) return second;
  const cookies = await beginSession(request, context, userId, false, checked);
  const profile = await findProfile(context.get(database), userId);
  if (profile?.username != null) return arrive(request, context, target, said, { cookies, status });
  const setUsername = inLanguage(context.get(language), "/set-username");
  return redirect(withRedirectTo(setUsername, target), {
    status,
    headers: cookies.map((cookie) => ["Set-Cookie", cookie]),
  });
}
