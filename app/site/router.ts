import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Db } from "#db/database.ts";
import type { Config } from "#app/config.ts";
import { withoutDesk } from "#app/http/middleware/desk-routes.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage, withoutLanguage } from "#app/i18n/paths.ts";
import type { Render } from "#app/http/answer-page.ts";
import { isOpenData } from "#app/http/api-answers.ts";
import {
  clientAddress,
  config as configContext,
  currentUser,
  database,
  errorStatus,
  isHidden,
  language,
  renderedPage,
  requestId,
  routePattern,
  type Services,
  services as servicesContext,
  viewedPerfume,
  wasUnavailable,
} from "#app/http/middleware/context.ts";

/** Connects the router to the server: puts the site's parts into each request's context and reads what handlers left there. */
export function createRouter(
  build: ServerBuild,
  config: Config,
  db: Db,
  services: Services,
): Render {
  // Disables the router's origin check, which fails behind TLS (RULES.md 13.3); same-origin.ts checks instead.
  const unchecked = { ...build, allowedActionOrigins: ["**"] };
  const handle = createRequestHandler(unchecked, process.env.NODE_ENV);
  const forShoppers = { ...withoutDesk(unchecked), assets: withoutDesk(unchecked.assets) };
  const handleForShoppers = createRequestHandler(forShoppers, process.env.NODE_ENV);

  async function answer(
    request: Request,
    address: string,
    id: string,
    { status, hidden = false }: { status?: number; hidden?: boolean } = {},
  ) {
    const context = new RouterContextProvider();
    context.set(configContext, config);
    context.set(database, db);
    context.set(servicesContext, services);
    context.set(clientAddress, address);
    context.set(requestId, id);
    if (status !== undefined) context.set(errorStatus, status);
    context.set(isHidden, hidden);
    const response = await (hidden ? handleForShoppers : handle)(request, context);
    return { context, response: context.get(wasUnavailable) ? later(response) : response };
  }

  return async (request, address, id) => {
    let { context, response } = await answer(request, address, id);
    if (context.get(isHidden)) {
      const { method, headers } = request;
      const bare = new Request(request.url, { method, headers });
      ({ context, response } = await answer(bare, address, id, { hidden: true }));
    }
    const route = context.get(routePattern);
    const errorPage = isBareError(request, response)
      ? atErrorPage(request, context.get(language))
      : null;
    if (errorPage)
      ({ context, response } = await answer(errorPage, address, id, {
        status: response.status,
      }));
    const perfumeId = context.get(viewedPerfume);
    const path = withoutLanguage(new URL(request.url).pathname);
    return {
      response,
      page: context.get(renderedPage),
      perfumeId,
      route,
      seldomRequested: perfumeId !== null || path.startsWith("/brand/"),
      userId: context.get(currentUser)?.userId ?? null,
    };
  };
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
