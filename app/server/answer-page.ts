import { LRUCache } from "lru-cache";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import { isFresh, weakEtag } from "./etag.ts";
import { type CachedPage, type PageCache, type PageKey, pageLife } from "./page-cache.ts";

/** What is answered, and the perfume whose page that is. */
export interface Answer {
  response: Response;
  perfumeId: number | null;
}

/** What the router made of a request; when it is a page, then apart from the response, which has no body yet. */
export interface Rendered extends Answer {
  page: string | null;
  /** the page is one of very many, each seldom asked for */
  oneOfMany: boolean;
}

/** What tells the page of a request from others; null when it is for one person alone. */
export type VariantOf = (request: Request, url: URL) => Omit<PageKey, "encoding"> | null;

/** A browser asks each time and is told "not modified"; proxies may keep the page as long as we do. */
const sharedPage = `public, max-age=0, s-maxage=${pageLife / 1000}`;
const ownPage = "private, no-cache";

/**
 * Answers pages from the page cache, else renders them and keeps what anybody may be shown (RULES.md, Page cache).
 * @returns a function of a request and of what renders it
 */
export function createPageAnswers(pages: PageCache, variantOf: VariantOf) {
  /** What the hardest compression made, by content: a page that is rendered anew and has not changed is not compressed again. */
  const compressed = new LRUCache<string, Bytes>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (body, key) => body.length + key.length,
  });

  async function smallest(html: Bytes, etag: string, encoding: Encoding): Promise<Bytes> {
    const key = `${encoding} ${etag}`;
    const body = compressed.get(key) ?? (await encode(html, encoding, "seldom"));
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
    if (cached) return { response: send(request, cached), perfumeId: cached.perfumeId };

    const began = pages.generationOf(url.pathname);
    const { response, page, perfumeId, oneOfMany } = await render();
    if (page === null) {
      if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", ownPage);
      return { response, perfumeId };
    }

    const shared = key !== null && response.status === 200 && !response.headers.has("Set-Cookie");
    if (!response.headers.has("Cache-Control"))
      response.headers.set("Cache-Control", shared ? sharedPage : ownPage);
    response.headers.set("Vary", vary(response.headers.get("Vary")));
    if (request.method === "HEAD") return { response, perfumeId };

    const html = Buffer.from(page);
    const headers: CachedPage["headers"] = [...response.headers];
    if (encoding !== "identity") headers.push(["Content-Encoding", encoding]);
    if (!shared) {
      const body = await encode(html, encoding, "once");
      return { response: new Response(body, { status: response.status, headers }), perfumeId };
    }

    const etag = weakEtag(html);
    headers.push(["ETag", etag]);
    // The few pages that everybody asks for can be had as small as can be. The many are mostly asked for once in their
    // minute, and would take half as long again for 1 % of their bytes.
    const body = oneOfMany
      ? await encode(html, encoding, "once")
      : await smallest(html, etag, encoding);
    const made = { body, etag, headers, perfumeId };
    pages.set(key, made, began);
    return { response: send(request, made), perfumeId };
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
