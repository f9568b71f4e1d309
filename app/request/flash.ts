import { createCookie, type MiddlewareFunction } from "react-router";
import { config } from "../config.ts";
import { isMessage, type MessageKey } from "../i18n/messages.server.ts";
import { flash } from "./context.ts";
import { flashCookie } from "./cookies.ts";
import { isPrefetch } from "./prefetch.ts";

/** What the next page says, once: that an action is done, or why the person stands where they did not mean to go. */
export interface Flash {
  kind: "status" | "alert";
  key: MessageKey;
}

const cookie = createCookie(flashCookie, {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: config.secure,
  secrets: config.sessionSecrets,
  // For a page that never comes: it would say it at some later, wrong moment.
  maxAge: 60,
});

/** @returns the Set-Cookie value that makes the next page say it */
export function flashed(key: MessageKey, kind: Flash["kind"] = "status"): Promise<string> {
  return cookie.serialize({ kind, key } satisfies Flash);
}

/**
 * Hands the message to the page that shows it and then forgets it; redirects, prefetched pages and what is no page (a
 * picture, the list under the search box) leave it for the next.
 */
export const withFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const brought = request.headers.get("Cookie")?.includes(`${flashCookie}=`) ?? false;
  if (!brought || request.method !== "GET" || isPrefetch(request.headers)) return next();
  const found: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (isFlash(found)) context.set(flash, found);
  const response = await next();
  // Pictures, downloads and the like show nothing.
  if (!isPage(response)) return response;
  response.headers.set("Cache-Control", "private, no-store");
  // 202 is how the router's client is told of a redirect.
  const shown = response.status !== 202 && (response.status < 300 || response.status >= 400);
  const again = response.headers.getSetCookie().some((set) => set.startsWith(`${flashCookie}=`));
  if (shown && !again)
    response.headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return response;
};

/** A page, or what the router's client makes one of. */
const isPage = (response: Response) =>
  /^text\/(html|x-script)/u.test(response.headers.get("Content-Type") ?? "");

function isFlash(found: unknown): found is Flash {
  if (typeof found !== "object" || found === null) return false;
  const { kind, key } = found as Partial<Flash>;
  return (kind === "status" || kind === "alert") && isMessage(key);
}
