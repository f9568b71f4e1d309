import { isbot } from "isbot";
import { withoutLanguage } from "#app/i18n/paths.ts";

export function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose", "X-Moz"].some((name) =>
    headers.get(name)?.includes("prefetch"),
  );
}

const reportPath = "/viewed";

/** A person opens a page or reports it as shown (RULES.md 3.1); crawlers, prefetches and forms do not count. */
export function isView({ method, headers }: Request, { pathname }: URL): boolean {
  const views = method === "GET" || (method === "POST" && pathname === reportPath);
  const agent = headers.get("User-Agent");
  return views && Boolean(agent) && !isbot(agent) && !isPrefetch(headers);
}

export function isFromSearch({ headers }: Request, { host }: URL): boolean {
  const referrer = headers.get("Referer");
  if (!referrer || !URL.canParse(referrer)) return false;
  const from = new URL(referrer);
  // Compares hosts only: behind TLS the request has another scheme.
  return (
    from.host === host && withoutLanguage(from.pathname) === "/" && !!from.searchParams.get("q")
  );
}

/** The only header that scripts can read (https://www.w3.org/TR/server-timing/). */
export function markUncounted(headers: Headers): void {
  headers.append("Server-Timing", "uncounted");
}
