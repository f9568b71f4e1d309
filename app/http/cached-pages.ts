import { LRUCache } from "lru-cache";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import { isFresh, weakEtag } from "./etag.ts";
import { currentUser, renderedPage, routePattern, viewedPerfume } from "./middleware/context.ts";
import { type CachedPage, type PageCache, type PageKey, pageLifetime } from "./page-cache.ts";
import type { Step } from "./step.ts";

export type VariantOf = (request: Request, url: URL) => Omit<PageKey, "encoding"> | null;

/** Browsers revalidate every time; proxies cache a page as long as we do. */
const sharedPage = `public, max-age=0, s-maxage=${pageLifetime / 1000}`;
const privatePage = "private, no-cache";

/** Answers with the page that is kept; or keeps the router's, where it is the same for everybody, and compresses it. */
export function cachedPages(pages: PageCache, variantOf: VariantOf): Step {
  const smallest = createCompression();

  return async ({ request, url, context }, next) => {
    const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
    const variant = isRead(request) ? variantOf(request, url) : null;
    const key = variant && { ...variant, encoding };
    const cached = key && pages.get(key);
    if (cached) {
      context.set(viewedPerfume, cached.perfumeId);
      context.set(routePattern, cached.route);
      return send(request, cached);
    }

    const began = pages.generationOf(url.pathname);
    const response = await next();
    const page = context.get(renderedPage);
    const perfumeId = context.get(viewedPerfume);
    const { headers, status } = response;
    const shared = key !== null && page && status === 200 && !headers.has("Set-Cookie");
    if (!headers.has("Cache-Control"))
      headers.set("Cache-Control", shared ? sharedPage : privatePage);
    if (page === null) return response;
    headers.set("Vary", vary(headers.get("Vary")));
    if (request.method === "HEAD") return response;

    const html = Buffer.concat(page.map((part) => Buffer.from(part)));
    const sent: CachedPage["headers"] = [...headers];
    if (encoding !== "identity") sent.push(["Content-Encoding", encoding]);
    if (!shared)
      return new Response(
        await encode(html, encoding, context.get(currentUser) ? "once" : "quick"),
        {
          status,
          headers: sent,
        },
      );

    const etag = weakEtag(html);
    sent.push(["ETag", etag]);
    // Most pages are requested once before they expire: better compression would take ten times as long for 1 % of the bytes.
    const isSeldom = perfumeId !== null || withoutLanguage(url.pathname).startsWith("/brand/");
    const body = await (isSeldom
      ? encode(html, encoding, "quick")
      : smallest(html, etag, encoding));
    const entry = { body, etag, headers: sent, perfumeId, route: context.get(routePattern) };
    pages.set(key, entry, began);
    return send(request, entry);
  };
}

function createCompression() {
  const compressed = new LRUCache<string, Bytes>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (body, key) => body.length + key.length,
  });
  return async (html: Bytes, etag: string, encoding: Encoding): Promise<Bytes> => {
    const key = `${encoding} ${etag}`;
    const body = compressed.get(key) ?? (await encode(html, encoding, "smallest"));
    compressed.set(key, body);
    return body;
  };
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

function send(request: Request, { body, etag, headers }: CachedPage): Response {
  if (!isFresh(request, etag))
    return new Response(request.method === "HEAD" ? null : body, { headers });
  const without = headers.filter(([name]) => !/^content-(?:type|encoding)$/iu.test(name));
  return new Response(null, { status: 304, headers: without });
}

function vary(before: string | null): string {
  const names = before?.split(/,\s*/u) ?? [];
  return [...new Set([...names, "Accept-Encoding", "Cookie", "Save-Data"])].join(", ");
}
