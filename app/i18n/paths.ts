import { isLanguage, type Language } from "./languages.ts";

/**
 * An address of this site in a language: replaces the first segment if it is a language, else puts one in front (spec.md §2).
 * @param path begins with "/"; query and fragment are kept
 */
export function inLanguage(language: Language, path: string): string {
  const bare = withoutLanguage(path);
  return `/${language}${bare.startsWith("/?") || bare.startsWith("/#") || bare === "/" ? bare.slice(1) : bare}`;
}

/** The same address without its language: "/es/about" and "/about" give "/about", "/es" gives "/". */
export function withoutLanguage(path: string): string {
  const [, first = "", rest = ""] = /^\/([^/?#]*)(.*)$/su.exec(path) ?? [];
  if (!isLanguage(first)) return path;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The query parameters that change what a page shows (design §4). Others, e.g. of campaigns, make no other page. */
const meaningful = ["q", "reviews", "page", "draft", "suggest", "mode", "redirectTo", "token"];

export function hasMeaning(query: URLSearchParams): boolean {
  return meaningful.some((name) => query.has(name));
}

/** @returns the query with what changes the page and nothing else: "" or "?…" */
export function meaningfulQuery(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => meaningful.includes(name));
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : "";
}

/**
 * An address that afterwards leads on to another.
 * @param path with or without a query
 * @param back a path of this site; null or "" leads nowhere
 */
export function withRedirectTo(path: string, back: string | null): string {
  if (!back) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: back })}`;
}
