import type { MiddlewareFunction } from "react-router";
import { isPrivate } from "../i18n/paths.ts";

const headers: Record<string, string> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

/**
 * Adds the headers of every answer of a route to those of every answer of the server (RULES.md 11.6). The content security
 * policy is a page's own (entry.server.tsx).
 */
export const withPageHeaders: MiddlewareFunction<Response> = async ({ url }, next) => {
  const response = await next();
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (isPrivate(url)) {
    response.headers.set("Cache-Control", "private, no-store");
    // The next page's scripts read where the person came from.
    response.headers.set("Referrer-Policy", "strict-origin");
  }
  return response;
};
