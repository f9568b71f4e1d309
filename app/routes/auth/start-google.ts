import { inLanguage } from "#app/i18n/paths.ts";
import { config, language, services } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/start-google";
import { authenticatorOf } from "./authenticator.ts";
import { beginGoogle, type GoogleReturn } from "./google-sign-in.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const site = context.get(config);
  if (!site.google)
    return redirectWithMessage(context, inLanguage(lang, "/auth"), "auth.googleOff", {
      kind: "alert",
      status: 302,
    });
  const answer = await beginGoogle(authenticatorOf(context), request, site);
  const wanted: GoogleReturn = { path: safePath(url.searchParams.get("redirectTo")), lang };
  const cookie = context.get(services).cookies.googleReturn;
  answer.headers.append("Set-Cookie", await cookie.serialize(wanted));
  return answer;
}

/** A component makes this a page route, so errors render as pages. */
export default function StartGoogle() {
  return null;
}
