import {
  type MiddlewareFunction,
  redirect,
  replace,
  type RouterContextProvider,
} from "react-router";
import { isMessage, type MessageKey } from "../i18n/messages.server.ts";
import { isPrefetch } from "../server/prefetch.ts";
import { flash, type Flash, services } from "./context.ts";
import { flashCookie } from "./cookies.ts";

/**
 * Redirects to a page that says something first.
 * @param to an address of the site, in its language
 * @param key the message; `kind` "alert" when it is no success
 * @param more further Set-Cookie values; `inPlace` takes the place of the page before in the browser's history
 */
export async function redirectWithMessage(
  context: Readonly<RouterContextProvider>,
  to: string,
  key: MessageKey,
  {
    kind = "status",
    status = 303,
    cookies = [],
    inPlace = false,
  }: { kind?: Flash["kind"]; status?: 302 | 303; cookies?: string[]; inPlace?: boolean } = {},
): Promise<Response> {
  const said = await context.get(services).cookies.flash.serialize({ kind, key } satisfies Flash);
  const headers = [...cookies, said].map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return (inPlace ? replace : redirect)(to, { status, headers });
}

/**
 * Hands the message to the page that shows it and then removes it; redirects, prefetched pages and what is no page (a
 * picture, the list under the search box) leave it for the next.
 */
export const withFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const brought = request.headers.get("Cookie")?.includes(`${flashCookie}=`) ?? false;
  if (!brought || request.method !== "GET" || isPrefetch(request.headers)) return next();
  const cookie = context.get(services).cookies.flash;
  const found: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (isFlash(found)) context.set(flash, found);
  const response = await next();
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
