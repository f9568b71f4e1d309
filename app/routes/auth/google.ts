import { redirect } from "react-router";
import { inLanguage } from "../../i18n/paths.ts";
import { language } from "../../request/context.ts";
import { flashed } from "../../request/flash.ts";
import { type GoogleReturn, returnCookie } from "../../request/google-return.ts";
import { googleSignIn } from "../../request/google.ts";
import { ownPath } from "../../request/own-path.ts";
import type { Route } from "./+types/google";

/** `GET /auth/google`: on to Google; where it is not configured, back with the reason. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  if (!googleSignIn)
    return redirect(inLanguage(lang, "/auth"), {
      headers: { "Set-Cookie": await flashed("auth.googleOff", "alert") },
    });
  const answer = await googleSignIn.begin(request);
  const wish: GoogleReturn = { path: ownPath(url.searchParams.get("redirectTo")), lang };
  answer.headers.append("Set-Cookie", await returnCookie.serialize(wish));
  return answer;
}
