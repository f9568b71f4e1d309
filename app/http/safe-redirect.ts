import type { Language } from "#app/i18n/languages.ts";
import { inLanguage, withoutLanguage } from "#app/i18n/paths.ts";

/** UTF-16 units; longer Location headers are not supported everywhere */
const maxLength = 2000;

/** Makes an untrusted target safe (RULES.md 13.2). @returns "/" when it is not one of our paths */
export function safePath(text: unknown): string {
  const base = "http://site.invalid";
  if (typeof text !== "string" || text.length > maxLength) return "/";
  if (!text.startsWith("/") || !URL.canParse(text, base)) return "/";
  const url = new URL(text, base);
  const path = url.pathname + url.search + url.hash;
  const isOurs = url.origin === base && !path.startsWith("//");
  // Checked again, because encoding can turn one character into twelve.
  return isOurs && path.length <= maxLength ? path : "/";
}

/** Never leads to a sign-in page (RULES.md 13.2). */
export function pathAfterSignIn(wanted: unknown, language: Language): string {
  const path = inLanguage(language, safePath(wanted));
  return /^\/(auth|logout|set-username)(?![\w-])/u.test(withoutLanguage(path))
    ? inLanguage(language, "/")
    : path;
}
