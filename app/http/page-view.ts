import { isbot } from "isbot";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { clientKey, widestNetworkOf } from "#app/limits/client-key.ts";
import { clientAddress, currentUser, viewedPerfume } from "./middleware/context.ts";
import type { Step } from "./step.ts";

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

interface View {
  perfumeId: number;
  userId: string | null;
  client: string;
  network: string | null;
  searched: boolean;
}

/** Counts views of perfume pages, but not prefetches: search results are prefetched and may be viewed later. */
export const views =
  (log: {
    record(view: View): void;
    found(client: string, perfumeIds: readonly number[]): void;
  }): Step =>
  async ({ request, url, context }, next) => {
    const response = await next();
    const perfumeId = context.get(viewedPerfume);
    if (perfumeId === null) return response;
    const userId = context.get(currentUser)?.userId ?? null;
    const address = context.get(clientAddress);
    const client = clientKey(address);
    const network = widestNetworkOf(address);
    const searched = isFromSearch(request, url);
    if (isView(request, url)) log.record({ perfumeId, userId, client, network, searched });
    if (isPrefetch(request.headers)) {
      markUncounted(response.headers);
      if (searched) log.found(client, [perfumeId]);
    }
    return response;
  };
