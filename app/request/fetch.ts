import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { config } from "../config.ts";
import { withoutLanguage } from "../i18n/paths.ts";
import { answerPage } from "./answer-page.ts";
import { createAssets } from "./assets.ts";
import { canonicalPath } from "./canonical-path.ts";
import { clientAddressOf } from "./client-address.ts";
import { clientAddress, renderedPage, viewedPerfume, currentUser } from "./context.ts";
import { answerKeyFile } from "./index-now.ts";
import { refuseLargeBody } from "./limit-body.ts";
import { recordView } from "./views.ts";

/**
 * The whole site as one function from Request to Response: what the server serves and what the page tests call.
 * @param client the connection's other end, when there is one
 */
export function createFetch(build: ServerBuild) {
  // The router compares origins with the request's own, which behind TLS is another: same-origin.ts sees to it instead.
  const trusting = { ...build, allowedActionOrigins: ["**"] };
  const handle = createRequestHandler(trusting, process.env.NODE_ENV);
  const answerAsset = createAssets(build.assetsBuildDirectory);

  async function redirectToCanonical(request: Request, url: URL): Promise<Response | undefined> {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const path = canonicalPath(url.pathname);
    if (path === url.pathname) return undefined;
    const to = path + url.search;
    return new Response(null, {
      status: 301,
      headers: { Location: (await movedTo(new URL(to, url.origin))) ?? to },
    });
  }

  /** Pages whose addresses are made of names may have moved as well: that is one hop, not two. */
  async function movedTo(url: URL): Promise<string | null> {
    if (!/^(?:\/\w\w)?\/(?:perfume|brand)\//u.test(url.pathname)) return null;
    const { status, headers } = await handle(new Request(url), new RouterContextProvider());
    return status === 301 ? headers.get("Location") : null;
  }

  return async function fetch(request: Request, client?: { address: string }): Promise<Response> {
    const url = new URL(request.url);
    const answered =
      refuseLargeBody(request, url.pathname) ??
      (await answerAsset(request, url.pathname)) ??
      answerKeyFile(request, url.pathname) ??
      (await redirectToCanonical(request, url));
    if (answered) return answered;

    // The home page is an index route, whose actions the router expects at an address of its own.
    if (request.method === "POST" && withoutLanguage(url.pathname) === "/") {
      url.searchParams.set("index", "");
      request = new Request(url, request);
    }

    const forwarded = request.headers.get("X-Forwarded-For");
    const address = clientAddressOf(client?.address, forwarded, config.trustedProxyHops);
    let userId: string | null = null;
    const { response, perfumeId } = await answerPage(request, url, async () => {
      const context = new RouterContextProvider();
      context.set(clientAddress, address);
      const response = await handle(request, context);
      userId = context.get(currentUser)?.userId ?? null;
      return { response, page: context.get(renderedPage), perfumeId: context.get(viewedPerfume) };
    });
    // What a page is made of is not a page.
    if (url.pathname.endsWith(".data")) response.headers.set("X-Robots-Tag", "noindex");
    if (perfumeId !== null) recordView({ perfumeId, userId, address }, request);
    return response;
  };
}
