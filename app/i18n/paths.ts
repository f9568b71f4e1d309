import { isLanguage, type Language } from "./languages.ts";

/** Puts a path, with or without query and fragment, into a language (RULES.md 1.4): replaces its language or adds one. */
export function inLanguage(language: Language, path: string): string {
  const bare = withoutLanguage(path);
  return `/${language}${bare.startsWith("/?") || bare.startsWith("/#") || bare === "/" ? bare.slice(1) : bare}`;
}

/** @returns the path without its language: "/es/about" and "/about" give "/about", "/es" gives "/" */
export function withoutLanguage(path: string): string {
  const [, first = "", rest = ""] = /^\/([^/?#]*)(.*)$/su.exec(path) ?? [];
  if (!isLanguage(first)) return path;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

const privatePages = /^\/(?:auth|(?:profile|set-username|shelf|desk)(?![\w-]))/u;

/** @returns whether a page is one person's alone, by what it shows or by a token in its address (RULES.md 10.4) */
export function isPrivate({ pathname, searchParams }: URL): boolean {
  return (
    privatePages.test(withoutLanguage(pathname)) ||
    searchParams.has("token") ||
    searchParams.has("draft")
  );
}

/** The query parameters that change what a page shows (RULES.md 1.6). Others, e.g. of campaigns, do not. */
const meaningful =
  "q reviews report page draft suggest mode redirectTo token price prices sort max currency".split(
    " ",
  );

/** @returns whether a parameter changes what the page shows */
export function hasMeaning(query: URLSearchParams): boolean {
  return meaningful.some((name) => query.has(name));
}

/** Those that only pages of the desk have. They go along to another language, and are kept on every page: nobody learns by them which pages there are (RULES.md 25.1). */
const ofTheDesk = "show kind person bottle before entry item".split(" ");

/** @returns the query with only the parameters that change the page: "" or "?…" */
export function meaningfulQuery(search: string): string {
  const known = [...meaningful, ...ofTheDesk];
  const params = [...new URLSearchParams(search)].filter(([name]) => known.includes(name));
  return params.length > 0 ? `?${new URLSearchParams(params)}` : "";
}

/** Adds the parameter `redirectTo` to a path, unless `back` is null or "". */
export function withRedirectTo(path: string, back: string | null): string {
  if (!back) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: back })}`;
}
