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
