import { createHash } from "node:crypto";
import { parse } from "cookie-es";
import { LRUCache } from "lru-cache";
import { isLanguage } from "../i18n/languages.ts";
import { hasMeaning } from "../i18n/paths.ts";
import { negotiateLanguage } from "../i18n/negotiate.ts";
import { consentOf, consentWord, hasLeftover } from "./consent.ts";
import { languageCookie, personalCookies } from "./cookies.ts";
import { type Bytes, type Effort, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import {
  lastForgotten,
  type PageKey,
  pageLife,
  type StoredPage,
  storedPage,
  storePage,
} from "./page-cache.ts";

/** What the router made of a request. */
export interface Rendered {
  response: Response;
  perfumeId: number | null;
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
): Promise<Rendered> {
  const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
  const key = keyOf(request, url, encoding);
  const stored = key && storedPage(key);
  if (stored) return { response: send(request, stored), perfumeId: stored.perfumeId };

  const before = lastForgotten(url.pathname);
  const { response, perfumeId } = await render();
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) {
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", ownPage);
    return { response, perfumeId };
  }
  const shared = key !== null && response.status === 200 && !response.headers.has("Set-Cookie");
  if (!response.headers.has("Cache-Control"))
    response.headers.set("Cache-Control", shared ? sharedPage : ownPage);
  response.headers.set("Vary", vary(response.headers.get("Vary")));
  if (request.method === "HEAD") return { response, perfumeId };

  // There are few shared pages besides the perfumes' and the houses', so they can be had as small as can be.
  const many = perfumeId !== null || /^(?:\/\w\w)?\/brand\//u.test(url.pathname);
  const effort = shared ? (many ? "kept" : "seldom") : "once";
  const page = await encoded(response, encoding, perfumeId, effort);
  if (shared) {
    storePage(key, page, before);
    return { response: send(request, page), perfumeId };
  }
  return {
    response: new Response(page.body, { status: response.status, headers: page.headers }),
    perfumeId,
  };
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
    consent: consentWord(consentOf(header)),
    encoding,
  };
}

/** What the hardest compression made, by content: a page that is rendered anew and has not changed is not compressed again. */
const compressed = new LRUCache<string, Bytes>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (body, key) => body.length + key.length,
});

async function encoded(
  response: Response,
  encoding: Encoding,
  perfumeId: number | null,
  effort: Effort,
): Promise<StoredPage> {
  const html = Buffer.from(await response.arrayBuffer());
  const hash = createHash("sha256").update(html).digest("base64url").slice(0, 22);
  const key = `${encoding} ${hash}`;
  const body = compressed.get(key) ?? (await encode(html, encoding, effort));
  if (effort === "seldom") compressed.set(key, body);
  // Weak: the same for every encoding of the page.
  const etag = `W/"${hash}"`;
  const headers: StoredPage["headers"] = [...response.headers, ["ETag", etag]];
  if (encoding !== "identity") headers.push(["Content-Encoding", encoding]);
  return { body, etag, headers, perfumeId };
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
