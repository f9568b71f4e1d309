import type { RouterContextProvider } from "react-router";
import { message } from "#app/i18n/messages.server.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { language } from "#app/http/middleware/context.ts";

export function signInPath(context: Readonly<RouterContextProvider>, back: string): string {
  return withRedirectTo(inLanguage(context.get(language), "/auth"), back);
}

/** For refusals (RULES.md 12.6). */
export function signInLink(context: Readonly<RouterContextProvider>, back: string) {
  const text = message(context.get(language), "auth.mustLogin");
  return { to: signInPath(context, back), text };
}

export const usernamePath = (context: Readonly<RouterContextProvider>, back: string) =>
  withRedirectTo(inLanguage(context.get(language), "/set-username"), back);
