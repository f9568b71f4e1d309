import type { Language } from "../i18n/languages.ts";
import { inLanguage, withoutLanguage } from "../i18n/paths.ts";

/** Longer ones do not fit into a Location header everywhere. */
const maxLength = 2000;

/**
 * A path of this site from untrusted text, for redirects: never another host, whatever browsers make of `//` or `\`.
 * @returns path, query and fragment; "/" when the text is not a path of ours
 */
export function safePath(text: unknown): string {
  const base = "http://site.invalid";
  if (typeof text !== "string" || !text.startsWith("/") || !URL.canParse(text, base)) return "/";
  const url = new URL(text, base);
  const path = url.pathname + url.search + url.hash;
  const isOurs = url.origin === base && !path.startsWith("//");
  // Encoded, one character may have become twelve.
  return isOurs && path.length <= maxLength ? path : "/";
}

/** Where to go after signing in: the path that was asked for, in the page's language, but never back to signing in. */
export function pathAfterSignIn(wanted: unknown, language: Language): string {
  const path = inLanguage(language, safePath(wanted));
  return /^\/(auth|logout|set-username)(?![\w-])/u.test(withoutLanguage(path))
    ? inLanguage(language, "/")
    : path;
}
