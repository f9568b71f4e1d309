import { data, type MiddlewareFunction } from "react-router";
import { config } from "./context.ts";

/**
 * Refuses what another site makes a browser post (403). Covers every route, the router's own check (off, in router.ts) pages only.
 * `Sec-Fetch-Site` is believed first: pages cannot set it. Old browsers send `Origin`; programs send neither and carry no cookies.
 */
export const refuseCrossSite: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (!isSameOrigin(request.headers, context.get(config).origin)) throw data(null, 403);
};

function isSameOrigin(headers: Headers, own: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none";
  const origin = headers.get("Origin");
  return origin === null || origin === own;
}
