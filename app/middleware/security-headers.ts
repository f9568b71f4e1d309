import type { MiddlewareFunction } from "react-router";
import { config } from "./context.ts";

const everywhere: Record<string, string> = {
  // no-referrer would make browsers post "Origin: null" (design §2, trap 6).
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

/** Headers that every answer carries. The content security policy is written where the page is, in entry.server.tsx. */
export const withSecurityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  for (const [name, value] of Object.entries(everywhere)) response.headers.set(name, value);
  if (context.get(config).secure)
    response.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  return response;
};
