import type { RequestContext } from "#app/http/middleware/context.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { language } from "#app/http/middleware/context.ts";

export function signInPath(context: RequestContext, back: string): string {
  return withRedirectTo(inLanguage(context.get(language), "/auth"), back);
}

/** For refusals (RULES.md 12.6): log in, or sign up. */
export function signInLinks(context: RequestContext, back: string) {
  const lang = context.get(language);
  const { t } = translatorIn(lang);
  const signUp = inLanguage(lang, "/auth?mode=signup");
  return [
    { to: signInPath(context, back), text: t("auth.title") },
    { to: withRedirectTo(signUp, back), text: t("auth.titleSignup") },
  ];
}

export const usernamePath = (context: RequestContext, back: string) =>
  withRedirectTo(inLanguage(context.get(language), "/set-username"), back);
