import type { Handle } from "./visit.ts";

/** What an address takes besides GET and HEAD, and whether it shows a page. */
export interface Target {
  takesForms: boolean;
  isPage: boolean;
}

/**
 * Answers OPTIONS, and refuses with 405 every method that an address does not take; both answers name those that it takes
 * (RFC 9110 §9.3.7, §15.5.6). A page refuses a form itself, in words. What comes from another site is 403 first.
 */
export function withAllowedMethods(
  handle: Handle,
  targetOf: (path: string) => Target,
  isCrossSite: (request: Request) => boolean,
): Handle {
  return async (request, visit) => {
    const { method } = request;
    if (method === "GET" || method === "HEAD") return handle(request, visit);
    const { takesForms, isPage } = targetOf(new URL(request.url).pathname);
    const headers = { Allow: takesForms ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS" };
    if (method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (method !== "POST" || !(takesForms || isPage))
      return isCrossSite(request)
        ? new Response(null, { status: 403 })
        : new Response(null, { status: 405, headers });
    const response = await handle(request, visit);
    if (response.status === 405) response.headers.set("Allow", headers.Allow);
    return response;
  };
}
