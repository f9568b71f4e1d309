import { data, type MiddlewareFunction } from "react-router";
import { config } from "./context.ts";

/** Refuses requests of other sites with 403 (RULES.md 4.5). `Sec-Fetch-Site` decides first, because pages cannot set it. */
export const refuseCrossSite: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (!isSameOrigin(request.headers, context.get(config).origin)) throw data(null, 403);
};

function isSameOrigin(headers: Headers, siteOrigin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none";
  const origin = headers.get("Origin");
  return origin === null || origin === siteOrigin;
}
