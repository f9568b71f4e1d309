import { isLanguage, type Language } from "./languages.ts";

/** Replaces the language of a path or adds one (RULES.md 11.3). */
export function inLanguage(language: Language, path: string): string {
  const bare = withoutLanguage(path);
  return `/${language}${bare.startsWith("/?") || bare.startsWith("/#") || bare === "/" ? bare.slice(1) : bare}`;
}

/** "/es/about" → "/about", "/es" → "/" */
export function withoutLanguage(path: string): string {
  const [, first = "", rest = ""] = /^\/([^/?#]*)(.*)$/su.exec(path) ?? [];
  if (!isLanguage(first)) return path;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

export function withRedirectTo(path: string, back: string | null): string {
  if (!back) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: back })}`;
}
