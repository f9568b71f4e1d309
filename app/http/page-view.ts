import { isbot } from "isbot";
import { withoutLanguage } from "#app/i18n/paths.ts";

/** Whether a browser fetches a page ahead, which may never be shown. */
export function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose", "X-Moz"].some((name) =>
    headers.get(name)?.includes("prefetch"),
  );
}

/** Where app/http/browser/shown.js reports a page that was fetched ahead and is shown now. */
const reportPath = "/viewed";

/** @returns whether a person views a page, or reports that it is shown (RULES.md 5.7): no crawler, no prefetch, no form */
export function isView(
  { method, headers }: Pick<Request, "method" | "headers">,
  { pathname }: URL,
): boolean {
  const views = method === "GET" || (method === "POST" && pathname === reportPath);
  const agent = headers.get("User-Agent");
  return views && Boolean(agent) && !isbot(agent) && !isPrefetch(headers);
}

/** @returns whether a page was asked for from a page of this site with what a search found */
export function isFromSearch({ headers }: Pick<Request, "headers">, { host }: URL): boolean {
  const referrer = headers.get("Referer");
  if (!referrer || !URL.canParse(referrer)) return false;
  const from = new URL(referrer);
  // By host: behind TLS the request's own scheme is another one.
  return (
    from.host === host && withoutLanguage(from.pathname) === "/" && !!from.searchParams.get("q")
  );
}

/**
 * Tells the script of a page that its view is not counted yet. Of all headers scripts can read this one only
 * (https://www.w3.org/TR/server-timing/).
 */
export function markUncounted(headers: Headers): void {
  headers.append("Server-Timing", "uncounted");
}
