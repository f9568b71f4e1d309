import type { RequestContext } from "#app/http/middleware/context.ts";
import { message } from "#app/i18n/messages.server.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { language } from "#app/http/middleware/context.ts";

export function signInPath(context: RequestContext, back: string): string {
  return withRedirectTo(inLanguage(context.get(language), "/auth"), back);
}

/** For refusals (RULES.md 12.6): log in, or sign up. */
export function signInLinks(context: RequestContext, back: string) {
  const lang = context.get(language);
  const signUp = inLanguage(lang, "/auth?mode=signup");
  return [
    { to: signInPath(context, back), text: message(lang, "auth.mustLogin") },
    { to: withRedirectTo(signUp, back), text: translatorIn(lang).t("auth.titleSignup") },
  ];
}

export const usernamePath = (context: RequestContext, back: string) =>
  withRedirectTo(inLanguage(context.get(language), "/set-username"), back);
