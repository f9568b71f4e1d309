import type { MiddlewareFunction } from "react-router";
import { config } from "./context.ts";

const headers: Record<string, string> = {
  // no-referrer would make browsers post "Origin: null" (RULES.md 18.4).
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

/** Adds the headers of every answer of a route (RULES.md 11.6). The content security policy is a page's own (entry.server.tsx). */
export const withSecurityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (context.get(config).secure)
    response.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  return response;
};
