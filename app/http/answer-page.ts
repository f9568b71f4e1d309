import { LRUCache } from "lru-cache";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import { isFresh, weakEtag } from "./etag.ts";
import { type CachedPage, type PageCache, type PageKey, pageLifetime } from "./page-cache.ts";

interface Answer {
  response: Response;
  perfumeId: number | null;
  /** the route's pattern */
  route: string;
}

export interface Rendered extends Answer {
  /** the HTML of a page in parts, whose response has no body yet; null for any other response */
  page: string[] | null;
  /** the page is one of very many that are seldom requested */
  seldomRequested: boolean;
}

/** The parts of a request that select a cached page; null when the page is for one person. */
export type VariantOf = (request: Request, url: URL) => Omit<PageKey, "encoding"> | null;

/** Browsers revalidate each time; proxies keep the page as long as we do. */
const sharedPage = `public, max-age=0, s-maxage=${pageLifetime / 1000}`;
const privatePage = "private, no-cache";

/** Answers pages from the page cache, else renders them and caches those that are the same for every visitor (RULES.md 11.2). */
export function createPageAnswers(pages: PageCache, variantOf: VariantOf) {
  /** By encoding and ETag: a page that is rendered again without a change is not compressed again. */
  const compressed = new LRUCache<string, Bytes>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (body, key) => body.length + key.length,
  });

  async function smallest(html: Bytes, etag: string, encoding: Encoding): Promise<Bytes> {
    const key = `${encoding} ${etag}`;
    const body = compressed.get(key) ?? (await encode(html, encoding, "smallest"));
    compressed.set(key, body);
    return body;
  }

  return async function answerPage(
    request: Request,
    url: URL,
    render: () => Promise<Rendered>,
  ): Promise<Answer> {
    const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
    const variant = isRead(request) ? variantOf(request, url) : null;
    const key = variant && { ...variant, encoding };
    const cached = key && pages.get(key);
    if (cached) {
      const { perfumeId, route } = cached;
      return { response: send(request, cached), perfumeId, route };
    }

    const began = pages.generationOf(url.pathname);
    const { response, page, perfumeId, route, seldomRequested } = await render();
    if (page === null) {
      if (!response.headers.has("Cache-Control"))
        response.headers.set("Cache-Control", privatePage);
      return { response, perfumeId, route };
    }

    const shared = key !== null && response.status === 200 && !response.headers.has("Set-Cookie");
    if (!response.headers.has("Cache-Control"))
      response.headers.set("Cache-Control", shared ? sharedPage : privatePage);
    response.headers.set("Vary", vary(response.headers.get("Vary")));
    if (request.method === "HEAD") return { response, perfumeId, route };

    const html = Buffer.concat(page.map((part) => Buffer.from(part)));
    const headers: CachedPage["headers"] = [...response.headers];
    if (encoding !== "identity") headers.push(["Content-Encoding", encoding]);
    if (!shared) {
      const body = await encode(html, encoding, "quick");
      const sent = new Response(body, { status: response.status, headers });
      return { response: sent, perfumeId, route };
    }

    const etag = weakEtag(html);
    headers.push(["ETag", etag]);
    // Most perfumes' pages are requested once in their minute: better compression would take ten times as long and save
    // 1 % of the bytes.
    const body = seldomRequested
      ? await encode(html, encoding, "quick")
      : await smallest(html, etag, encoding);
    const entry = { body, etag, headers, perfumeId, route };
    pages.set(key, entry, began);
    return { response: send(request, entry), perfumeId, route };
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
