import { isPrivate, withoutLanguage } from "#app/i18n/paths.ts";
import { createPageAnswers, type Rendered, type VariantOf } from "#app/http/answer-page.ts";
import { assetsPrefix, createAssets } from "#app/http/assets.ts";
import { canonicalPath } from "#app/http/canonical-path.ts";
import { clientAddressOf } from "#app/http/client-address.ts";
import { discardRest } from "#app/http/discard-body.ts";
import type { PageCache } from "#app/http/page-cache.ts";
import { isFromSearch, isPrefetch, isView, markUncounted } from "#app/http/page-view.ts";
import { forOtherSites } from "#app/http/shared-response.ts";
import type { Handle, Visit } from "#app/http/visit.ts";

/** Renders a request with the router; also tells who is signed in. @param id the request's */
export type Route = (
  request: Request,
  clientAddress: string,
  id: string,
) => Promise<Rendered & { userId: string | null }>;

interface PageView {
  perfumeId: number;
  userId: string | null;
  /** the client's network address */
  address: string;
  /** the page before was a search */
  searched: boolean;
}

interface Options {
  route: Route;
  pages: PageCache;
  variantOf: VariantOf;
  assetsFolder: string;
  /** text files by path, which is case-sensitive */
  plainFiles: Record<string, string>;
  trustedProxyHops: number;
  onPageView: (view: PageView) => void;
  /** A page that a search found is fetched ahead, and may be viewed later. */
  onPageAhead: (page: Pick<PageView, "perfumeId" | "address">) => void;
}

/** Everything behind the method: files, forms of addresses, page cache, routes; its order is RULES.md 11.9. */
export function createHandle(options: Options): Handle {
  const { route, pages, variantOf, plainFiles, trustedProxyHops, onPageView, onPageAhead } =
    options;
  const answerAsset = createAssets(options.assetsFolder);
  const answerPage = createPageAnswers(pages, variantOf);

  function answerPlainFile({ method }: Request, path: string): Response | undefined {
    if (!Object.hasOwn(plainFiles, path) || (method !== "GET" && method !== "HEAD"))
      return undefined;
    return new Response(method === "HEAD" ? null : plainFiles[path], {
      headers: {
        ...forOtherSites,
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
      },
    });
  }

  async function redirectToCanonical(
    request: Request,
    url: URL,
    id: string,
  ): Promise<Response | undefined> {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    // A script of another release, whose name has capitals: a proxy asks the next process when it is 404 (RULES.md 31.5).
    if (url.pathname.startsWith(assetsPrefix)) return undefined;
    const path = canonicalPath(url.pathname);
    if (path === url.pathname) return undefined;
    const to = path + url.search;
    return new Response(null, {
      status: 301,
      headers: {
        Location: (await movedTo(new URL(to, url.origin), id)) ?? to,
        // A token in the address is kept nowhere.
        ...(isPrivate(url) && { "Cache-Control": "private, no-store" }),
      },
    });
  }

  /** @returns where the route of a perfume or brand redirects when its slug is out of date, so that one redirect is enough; else null */
  async function movedTo(url: URL, id: string): Promise<string | null> {
    if (!/^\/(?:perfume|brand)\//u.test(withoutLanguage(url.pathname))) return null;
    const { response } = await route(new Request(url), "", id);
    return response.status === 301 ? response.headers.get("Location") : null;
  }

  /** What needs no route of the router. */
  async function answerFirst(request: Request, url: URL, visit: Visit) {
    visit.route = "asset";
    const asset = await answerAsset(request, url.pathname);
    if (asset) return asset;
    visit.route = "file";
    const file = answerPlainFile(request, url.pathname);
    if (file) return file;
    visit.route = "redirect";
    return redirectToCanonical(request, url, visit.id);
  }

  async function answer(request: Request, url: URL, visit: Visit) {
    const first = await answerFirst(request, url, visit);
    if (first) return first;
    visit.route = "none";

    const forwarded = request.headers.get("X-Forwarded-For");
    const address = clientAddressOf(visit.connection, forwarded, trustedProxyHops);
    let userId: string | null = null;
    const answered = await answerPage(request, url, async () => {
      const rendered = await route(request, address, visit.id);
      userId = rendered.userId;
      return rendered;
    });
    const { response, perfumeId } = answered;
    visit.route = answered.route;

    if (url.pathname.endsWith(".data")) response.headers.set("X-Robots-Tag", "noindex");
    if (perfumeId === null) return response;
    const searched = isFromSearch(request, url);
    if (isView(request, url)) onPageView({ perfumeId, userId, address, searched });
    if (isPrefetch(request.headers)) {
      markUncounted(response.headers);
      if (searched) onPageAhead({ perfumeId, address });
    }
    return response;
  }

  return async function handle(request: Request, visit: Visit): Promise<Response> {
    const url = new URL(request.url);
    // The router expects the actions of an index route, the home page, at `?index`.
    if (request.method === "POST" && withoutLanguage(url.pathname) === "/") {
      url.searchParams.set("index", "");
      request = new Request(url, request);
    }
    const response = await answer(request, url, visit);
    // Of a form that came too slowly, nobody waits for the rest.
    const ended = response.status !== 408 && (await discardRest(request.body));
    if (!ended) response.headers.set("Connection", "close");
    return response;
  };
}
