import type { Language } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";

/** Longer ones do not fit into a Location header everywhere. */
const longest = 2000;

/**
 * A path of this site from untrusted text, for redirects: never another host, whatever browsers make of `//` or `\`.
 * @returns path, query and fragment; "/" when the text is not a path of ours
 */
export function ownPath(text: unknown): string {
  const base = "http://own.invalid";
  if (typeof text !== "string" || !text.startsWith("/") || !URL.canParse(text, base)) return "/";
  const url = new URL(text, base);
  const path = url.pathname + url.search + url.hash;
  const ours = url.origin === base && !path.startsWith("//");
  // Encoded, one character may have become twelve.
  return ours && path.length <= longest ? path : "/";
}

/** Where to go after signing in: the path that was asked for, in the page's language, but never back to signing in. */
export function returnPath(wanted: unknown, language: Language): string {
  const path = inLanguage(language, ownPath(wanted));
  return /^\/\w\w\/(auth|logout|set-username)(?![\w-])/u.test(path)
    ? inLanguage(language, "/")
    : path;
}
