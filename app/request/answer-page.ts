import { createHash } from "node:crypto";
import { parse } from "cookie-es";
import { LRUCache } from "lru-cache";
import { isLanguage } from "../i18n/languages.ts";
import { hasMeaning } from "../i18n/paths.ts";
import { negotiateLanguage } from "../i18n/negotiate.ts";
import { consentOf, consentKey, hasLeftover } from "./consent.ts";
import { languageCookie, personalCookies } from "./cookies.ts";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import {
  lastForgotten,
  type PageKey,
  pageLife,
  type StoredPage,
  storedPage,
  storePage,
} from "./page-cache.ts";

/** What is answered, and the perfume whose page that is. */
interface Answered {
  response: Response;
  perfumeId: number | null;
}

/** What the router made of a request; when it is a page, then apart from the response, which has no body yet. */
export interface Rendered extends Answered {
  page: string | null;
}

/** A browser asks each time and is told "not modified"; proxies may keep the page as long as we do. */
const sharedPage = `public, max-age=0, s-maxage=${pageLife / 1000}`;
const ownPage = "private, no-cache";

/**
 * Answers from the page cache, else renders and keeps what anybody may be shown (design §6): pages without a query, asked
 * for without a cookie that means a person.
 */
export async function answerPage(
  request: Request,
  url: URL,
  render: () => Promise<Rendered>,
): Promise<Answered> {
  const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
  const key = keyOf(request, url, encoding);
  const stored = key && storedPage(key);
  if (stored) return { response: send(request, stored), perfumeId: stored.perfumeId };

  const before = lastForgotten(url.pathname);
  const { response, page, perfumeId } = await render();
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
  const headers: StoredPage["headers"] = [...response.headers];
  if (encoding !== "identity") headers.push(["Content-Encoding", encoding]);
  if (!shared) {
    const body = await encode(html, encoding, "once");
    return { response: new Response(body, { status: response.status, headers }), perfumeId };
  }
  const etag = etagOf(html);
  headers.push(["ETag", etag]);
  // There are few shared pages besides the perfumes' and the brands', so they can be had as small as can be. Most of those
  // are asked for once in their minute, and would take half as long again for 1 % of their bytes.
  const many = perfumeId !== null || /^(?:\/\w\w)?\/brand\//u.test(url.pathname);
  const body = many ? await encode(html, encoding, "once") : await smallest(html, etag, encoding);
  const kept = { body, etag, headers, perfumeId };
  storePage(key, kept, before);
  return { response: send(request, kept), perfumeId };
}

function keyOf(request: Request, url: URL, encoding: Encoding): PageKey | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  if (hasMeaning(url.searchParams) || url.pathname.endsWith(".data")) return null;
  const header = request.headers.get("Cookie") ?? "";
  const cookies = parse(header);
  if (personalCookies.some((name) => name in cookies) || hasLeftover(header)) return null;
  const first = url.pathname.split("/", 2)[1];
  const language = isLanguage(first)
    ? first
    : negotiateLanguage(cookies[languageCookie], request.headers.get("Accept-Language"));
  return {
    path: url.pathname,
    language,
    saveData: request.headers.get("Save-Data") === "on",
    consent: consentKey(consentOf(header)),
    encoding,
  };
}

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

/** Weak: the same for every encoding of the page. */
function etagOf(html: Bytes): string {
  return `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
}

function send(request: Request, { body, etag, headers }: StoredPage): Response {
  const known = request.headers.get("If-None-Match")?.split(/,\s*/u).includes(etag);
  if (!known) return new Response(request.method === "HEAD" ? null : body, { headers });
  const without = headers.filter(([name]) => !/^content-(?:type|encoding)$/iu.test(name));
  return new Response(null, { status: 304, headers: without });
}

function vary(before: string | null): string {
  const names = before?.split(/,\s*/u) ?? [];
  return [...new Set([...names, "Accept-Encoding", "Cookie", "Save-Data"])].join(", ");
}
