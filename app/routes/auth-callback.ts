import { redirect } from "react-router";
import { SignInOutdated } from "#app/domain/accounts/sessions.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import {
  config,
  currentUser,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { pathAfterSignIn } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/auth-callback";
import { authenticatorOf, googleTimeLimit } from "./auth/authenticator.ts";
import { GoogleFailed } from "./auth/google-requests.ts";
import {
  clearedCookies,
  finishGoogle,
  GoogleRefused,
  isAttempt,
  isGoogleReturn,
} from "./auth/google-sign-in.ts";
import { letIn } from "./auth/let-in.ts";
import { pendingLinkCookie } from "./auth/pending-link.ts";
import { suspendedReason } from "./auth/suspended-reason.ts";

const refusals: Record<string, MessageKey> = {
  "email-not-verified": "auth.googleUnverified",
  "no-email": "auth.googleUnverified",
  "email-taken": "auth.googleTaken",
  // The address may belong to somebody else by now, who must not learn the reason.
  barred: "auth.googleTaken",
};

/** Without parameters from Google, redirects to the page that the person needs next. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const site = context.get(config);
  const back = url.searchParams;
  if (!site.google || !(back.has("code") || back.has("error") || back.has("state")))
    return redirect(inLanguage(context.get(language), nextStep(context)));

  const cookie = context.get(services).cookies.googleReturn;
  const wanted: unknown = await cookie.parse(request.headers.get("Cookie"));
  const { path, lang } = isGoogleReturn(wanted)
    ? wanted
    : { path: "/", lang: context.get(language) };
  // Shows a failure in the language that the person left the site in.
  context.set(language, lang);
  const answer = await signIn(request, context, path, lang);
  if (!isAttempt(request, back.get("state"), site)) return answer;
  for (const cleared of clearedCookies(request, site)) answer.headers.append("Set-Cookie", cleared);
  answer.headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return answer;
}

/** A component makes this a page route, so errors render as pages. */
export default function Callback() {
  return null;
}

function nextStep(context: RequestContext): string {
  const user = context.get(currentUser);
  if (!user) return "/auth";
  return user.username === null ? "/set-username" : "/";
}

async function signIn(
  request: Request,
  context: RequestContext,
  path: string,
  lang: Language,
): Promise<Response> {
  try {
    const site = context.get(config);
    const result = await finishGoogle(authenticatorOf(context), request, site, googleTimeLimit);
    if (result.outcome === "signed-in")
      return await letIn(request, context, result.userId, pathAfterSignIn(path, lang));
    if (result.outcome === "to-link") {
      const { userId, sub } = result;
      const pending = await pendingLinkCookie(context, { userId, sub, path });
      const headers = { "Set-Cookie": pending };
      return redirect(inLanguage(lang, "/auth/link"), { headers });
    }
    if (result.outcome !== "suspended")
      return await fail(context, refusals[result.outcome] ?? "auth.googleFailed", "google-account");
    context.get(services).metrics?.signInRefused("suspended");
    logSignIn(context, "signIn", "suspended");
    const { message: key, values } = suspendedReason(context, result.until);
    const to = inLanguage(lang, "/contact");
    return await redirectWithMessage(context, to, key, { kind: "alert", status: 302, values });
  } catch (error) {
    if (error instanceof GoogleRefused)
      return fail(context, "auth.googleRefused", "google-refused");
    if (error instanceof SignInOutdated)
      return fail(context, "auth.googleFailed", "google-account");
    if (!(error instanceof GoogleFailed)) throw error;
    console.error(`Google sign-in failed: ${error.message}`);
    return fail(context, "auth.googleFailed", "google-failed");
  }
}

function fail(
  context: RequestContext,
  key: MessageKey,
  reason: "google-refused" | "google-failed" | "google-account",
) {
  context.get(services).metrics?.signInRefused(reason);
  logSignIn(context, "signIn", reason);
  const home = inLanguage(context.get(language), "/");
  return redirectWithMessage(context, home, key, { kind: "alert", status: 302 });
}
