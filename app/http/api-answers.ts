import { STATUS_CODES } from "node:http";
import { forOtherSites } from "./shared-response.ts";
import type { Around, Step } from "./step.ts";

/** The API and the files: every failure is problem details, whatever the client accepts (RULES.md 15.4). */
export const isOpenData = (path: string) => /^\/(?:api\/v1(?:\/|$)|data\/.)/iu.test(path);

const problemType = "application/problem+json";
const methods = "GET, HEAD, OPTIONS";

const forEverybody = {
  ...forOtherSites,
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link, Retry-After, X-Request-Id",
  "X-Robots-Tag": "noindex",
};

const forPreflights = {
  Allow: methods,
  "Access-Control-Allow-Methods": methods,
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
};

/** RFC 9457 */
export function problem(status: number, detail: string, headers: Record<string, string> = {}) {
  const body = { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail };
  return Response.json(body, {
    status,
    headers: { "Cache-Control": "no-store", ...headers, "Content-Type": problemType },
  });
}

const details: Record<number, string> = {
  404: "Nothing has this address. /data and /api/v1/openapi.json list those that exist.",
  405: `Allowed methods: ${methods}.`,
  500: "The server failed. X-Request-Id identifies the failure.",
  503: "The data are unavailable. Try again after the seconds that Retry-After says.",
};

export const problemDetails: Step = async (around, next) => {
  const { request, url } = around;
  if (!isOpenData(url.pathname)) return next();
  const response = await answer(around, next);
  for (const [name, value] of Object.entries(forEverybody)) response.headers.set(name, value);
  return request.method === "HEAD" ? new Response(null, response) : response;
};

async function answer({ request, url }: Around, next: Parameters<Step>[1]): Promise<Response> {
  const { method } = request;
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: forPreflights });
  if (method !== "GET" && method !== "HEAD") return problem(405, details[405]!, { Allow: methods });
  // The router's own format for its pages; a file's would be as large as the file, in memory.
  if (url.pathname.endsWith(".data")) return problem(404, details[404]!);
  const response = await next(withoutCookies(request));
  return response.status < 400 || response.headers.get("Content-Type") === problemType
    ? response
    : asProblem(response);
}

/** Nobody is signed in at the API: answers neither depend on cookies nor set any. */
function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("Cookie");
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function asProblem({ status, headers }: Response): Response {
  const wait = headers.get("Retry-After");
  const detail = details[status] ?? "The request could not be answered.";
  return problem(status, detail, wait === null ? {} : { "Retry-After": wait });
}
