import { redirect, type RouterContextProvider } from "react-router";
import { signInWithGoogle } from "../../accounts/google.ts";
import { findProfile } from "../../accounts/profiles.ts";
import { config } from "../../config.ts";
import type { Language } from "../../i18n/languages.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { database, language, currentUser } from "../../request/context.ts";
import { flashed } from "../../request/flash.ts";
import { isGoogleReturn, returnCookie } from "../../request/google-return.ts";
import { GoogleFailed, GoogleRefused, googleSignIn } from "../../request/google.ts";
import { returnPath } from "../../request/own-path.ts";
import { signedInCookie } from "../../request/session.ts";
import type { Route } from "./+types/callback";

/** What is said when Google's person cannot be let in. */
const refusals = {
  "email-not-verified": "auth.googleUnverified",
  "no-email": "auth.googleUnverified",
  "email-taken": "auth.googleTaken",
} as const;

/** `/auth-callback` (spec.md §2): the way back from Google; opened by hand it leads on to where the person belongs. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const back = url.searchParams;
  if (!googleSignIn || !(back.has("code") || back.has("error") || back.has("state")))
    return redirect(inLanguage(context.get(language), nextStep(context)));

  const wish: unknown = await returnCookie.parse(request.headers.get("Cookie"));
  const { path, lang } = isGoogleReturn(wish) ? wish : { path: "/", lang: context.get(language) };
  const answer = await comeBack(request, context, path, lang);
  for (const cookie of googleSignIn.clearedCookies(request))
    answer.headers.append("Set-Cookie", cookie);
  answer.headers.append("Set-Cookie", await returnCookie.serialize("", { maxAge: 0 }));
  return answer;
}

function nextStep(context: Readonly<RouterContextProvider>): string {
  const user = context.get(currentUser);
  if (!user) return "/auth";
  return user.username === null ? "/set-username" : "/";
}

async function comeBack(
  request: Request,
  context: Readonly<RouterContextProvider>,
  path: string,
  lang: Language,
): Promise<Response> {
  const fail = async (key: MessageKey) =>
    redirect(inLanguage(lang, "/"), { headers: { "Set-Cookie": await flashed(key, "alert") } });
  try {
    const db = context.get(database);
    const profile = await googleSignIn!.finish(request);
    const signedIn = await signInWithGoogle(db, profile, new Date(), config.smtpUrl !== null);
    if (typeof signedIn === "string") return await fail(refusals[signedIn]);
    const whole = (await findProfile(db, signedIn.userId))?.username != null;
    const target = returnPath(path, lang);
    const setup = `${inLanguage(lang, "/set-username")}?${new URLSearchParams({ redirectTo: target })}`;
    return redirect(whole ? target : setup, {
      headers: [
        ["Set-Cookie", await signedInCookie(request, context, signedIn.userId)],
        ...(whole ? [["Set-Cookie", await flashed("auth.welcomeBack")] as [string, string]] : []),
      ],
    });
  } catch (error) {
    if (error instanceof GoogleRefused) return fail("auth.googleRefused");
    if (!(error instanceof GoogleFailed)) throw error;
    console.error(error.message);
    return fail("auth.googleFailed");
  }
}
