import { withoutLanguage } from "../i18n/paths.ts";
import { createPageAnswers, type Rendered, type VariantOf } from "./answer-page.ts";
import { createAssets } from "./assets.ts";
import { canonicalPath } from "./canonical-path.ts";
import { clientAddressOf } from "./client-address.ts";
import { refuseLargeBody } from "./limit-body.ts";
import { openedBy } from "./opening.ts";
import type { PageCache } from "./page-cache.ts";

/** What the router makes of a request, and for whom. */
export type Route = (
  request: Request,
  clientAddress: string,
) => Promise<Rendered & { userId: string | null }>;

/** A perfume's page that a person opened. */
export interface Opening {
  perfumeId: number;
  userId: string | null;
  /** the client's network address, and its browser's name */
  address: string;
  agent: string;
}

interface Options {
  route: Route;
  pages: PageCache;
  variantOf: VariantOf;
  /** the folder of the built client's files */
  assetsFolder: string;
  /** texts by path that are served as they are, capitals in the path included */
  plainFiles: Record<string, string>;
  /** how many proxies of our own stand in front */
  trustedProxyHops: number;
  onOpening: (opening: Opening) => void;
}

/**
 * The whole site as one function from Request to Response: what the server serves and what the page tests call.
 * @returns a function of the request and of the connection's other end, when there is one
 */
export function createFetch(options: Options) {
  const { route, pages, variantOf, plainFiles, trustedProxyHops, onOpening } = options;
  const answerAsset = createAssets(options.assetsFolder);
  const answerPage = createPageAnswers(pages, variantOf);

  function answerPlainFile({ method }: Request, path: string): Response | undefined {
    if (!Object.hasOwn(plainFiles, path) || (method !== "GET" && method !== "HEAD"))
      return undefined;
    return new Response(method === "HEAD" ? null : plainFiles[path], {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }

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
    if (!/^\/(?:perfume|brand)\//u.test(withoutLanguage(url.pathname))) return null;
    const { response } = await route(new Request(url), "");
    return response.status === 301 ? response.headers.get("Location") : null;
  }

  return async function fetch(request: Request, client?: { address: string }): Promise<Response> {
    const url = new URL(request.url);
    const answered =
      refuseLargeBody(request, url.pathname) ??
      (await answerAsset(request, url.pathname)) ??
      answerPlainFile(request, url.pathname) ??
      (await redirectToCanonical(request, url));
    if (answered) return answered;

    // The home page is an index route, whose actions the router expects at an address of its own.
    if (request.method === "POST" && withoutLanguage(url.pathname) === "/") {
      url.searchParams.set("index", "");
      request = new Request(url, request);
    }

    const forwarded = request.headers.get("X-Forwarded-For");
    const address = clientAddressOf(client?.address, forwarded, trustedProxyHops);
    let userId: string | null = null;
    const { response, perfumeId } = await answerPage(request, url, async () => {
      const rendered = await route(request, address);
      userId = rendered.userId;
      return rendered;
    });
    // The router's data for a page is not itself a page to be listed.
    if (url.pathname.endsWith(".data")) response.headers.set("X-Robots-Tag", "noindex");
    const agent = openedBy(request);
    if (perfumeId !== null && agent !== null) onOpening({ perfumeId, userId, address, agent });
    return response;
  };
}
