import { withoutLanguage } from "#app/i18n/paths.ts";

const privatePages = /^\/(?:auth|(?:profile|set-username|shelf|desk|blind)(?![\w-]))/u;

/** Whether a page is private to one person (RULES.md 13.7). */
export function isPrivate({ pathname, searchParams }: URL): boolean {
  return (
    privatePages.test(withoutLanguage(pathname)) ||
    ["token", "draft", "vote", "blind"].some((name) => searchParams.has(name))
  );
}

/** All other parameters, e.g. of campaigns, do not change the page (RULES.md 11.4). */
const meaningful =
  "q reviews sources verdict vote blind report page draft suggest mode redirectTo token price prices sort max currency show".split(
    " ",
  );

/** Whether a parameter changes what the page shows. */
export function changesPage(query: URLSearchParams): boolean {
  return meaningful.some((name) => query.has(name));
}

/** The desk's parameters: keeping them only on the desk's pages would reveal which pages those are (RULES.md 10.2). */
const ofTheDesk = "kind person bottle before entry item".split(" ");

/** "" or "?…", without parameters that change nothing. */
export function meaningfulQuery(search: string): string {
  const known = [...meaningful, ...ofTheDesk];
  const params = [...new URLSearchParams(search)].filter(([name]) => known.includes(name));
  return params.length > 0 ? `?${new URLSearchParams(params)}` : "";
}
