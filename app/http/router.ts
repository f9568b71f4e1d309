import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { withoutDesk } from "#app/http/middleware/desk-routes.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage, withoutLanguage } from "#app/i18n/paths.ts";
import { isOpenData } from "./api-answers.ts";
import {
  clientAddress,
  config,
  currentUser,
  database,
  errorStatus,
  isForeign,
  isHidden,
  language,
  renderedPage,
  requestId,
  services,
  viewedPerfume,
  wasUnavailable,
} from "./middleware/context.ts";
import type { Handle } from "./step.ts";

/** Asks the router, and again for what it may not say itself: a hidden address (RULES.md 10.2), an error without a page (13.4). */
export function createRouter(build: ServerBuild): Handle {
  // Disables the router's origin check, which fails behind TLS (RULES.md 13.3); same-origin.ts checks instead.
  const unchecked = { ...build, allowedActionOrigins: ["**"] };
  const handle = createRequestHandler(unchecked, process.env.NODE_ENV);
  const forShoppers = { ...withoutDesk(unchecked), assets: withoutDesk(unchecked.assets) };
  const handleForShoppers = createRequestHandler(forShoppers, process.env.NODE_ENV);

  async function answer(request: Request, context: RouterContextProvider): Promise<Response> {
    const response = await (context.get(isHidden) ? handleForShoppers : handle)(request, context);
    return context.get(wasUnavailable) ? later(response) : response;
  }

  return async ({ request, context }) => {
    let last = context;
    const again = (other: Request, set: (fresh: RouterContextProvider) => void) => {
      last = renewed(context);
      set(last);
      return answer(other, last);
    };
    let response = await answer(atIndex(request), context);
    if (context.get(isHidden)) {
      const { method, headers } = request;
      const bare = new Request(atIndex(request).url, { method, headers });
      response = await again(bare, (fresh) => fresh.set(isHidden, true));
    }
    const errorPage = isBareError(request, response)
      ? atErrorPage(request, last.get(language))
      : null;
    if (errorPage) {
      const { status } = response;
      response = await again(errorPage, (fresh) => fresh.set(errorStatus, status));
    }
    copy(renderedPage, last, context);
    copy(viewedPerfume, last, context);
    copy(currentUser, last, context);
    return response;
  };
}

/** The router expects actions of an index route (the home page) at `?index`. */
function atIndex(request: Request): Request {
  const url = new URL(request.url);
  if (request.method !== "POST" || withoutLanguage(url.pathname) !== "/") return request;
  url.searchParams.set("index", "");
  return new Request(url, request);
}

function renewed(context: RouterContextProvider): RouterContextProvider {
  const fresh = new RouterContextProvider();
  copy(config, context, fresh);
  copy(database, context, fresh);
  copy(services, context, fresh);
  copy(clientAddress, context, fresh);
  copy(requestId, context, fresh);
  copy(isForeign, context, fresh);
  return fresh;
}

function copy<T>(value: RouterContext<T>, from: RouterContextProvider, to: RouterContextProvider) {
  to.set(value, from.get(value));
}

/** seconds */
const retryAfter = 5;

/** Turns a 500 into a 503 when a retry may succeed (RULES.md 12.7). */
function later(response: Response): Response {
  if (response.status !== 500 && response.status !== 503) return response;
  const headers = new Headers(response.headers);
  if (!headers.has("Retry-After")) headers.set("Retry-After", String(retryAfter));
  return new Response(response.body, { status: 503, headers });
}

/** Whether a client that accepts HTML got an error without a page (RULES.md 13.4). */
function isBareError(request: Request, { status, headers }: Response): boolean {
  return (
    [400, 403, 404, 500].includes(status) &&
    !isOpenData(new URL(request.url).pathname) &&
    !headers.get("Content-Type")?.startsWith("text/html") &&
    (request.headers.get("Accept")?.includes("text/html") ?? false)
  );
}

/** @returns the same address with a language, which no page has; null when it already has one */
function atErrorPage(request: Request, lang: Language): Request | null {
  const url = new URL(request.url);
  if (withoutLanguage(url.pathname) !== url.pathname) return null;
  url.pathname = inLanguage(lang, url.pathname);
  const method = request.method === "HEAD" ? "HEAD" : "GET";
  return new Request(url, { method, headers: request.headers });
}
