import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { config, language, services } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/start-google";
import { authenticatorOf } from "./authenticator.ts";
import { beginGoogle, type GoogleReturn } from "./google-sign-in.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const site = context.get(config);
  const redirectTo = url.searchParams.get("redirectTo");
  if (!site.google) {
    const back = withRedirectTo(inLanguage(lang, "/auth"), redirectTo);
    return redirectWithMessage(context, back, "auth.googleOff", { kind: "alert", status: 302 });
  }
  const answer = await beginGoogle(authenticatorOf(context), request, site);
  const wanted: GoogleReturn = { path: safePath(redirectTo), lang };
  const cookie = context.get(services).cookies.googleReturn;
  answer.headers.append("Set-Cookie", await cookie.serialize(wanted));
  return answer;
}

/** A component makes this a page route, so errors render as pages. */
export default function StartGoogle() {
  return null;
}
