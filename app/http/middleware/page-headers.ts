import type { MiddlewareFunction } from "react-router";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { isPrivate } from "../page-kinds.ts";
import { isHidden, isUnmatched, services } from "./context.ts";

const headers: Record<string, string> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

export const withPageHeaders: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  const response = await next();
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (context.get(services).hasSample()) response.headers.set("X-Robots-Tag", "noindex");
  if (new URL(request.url).pathname.endsWith(".data"))
    response.headers.set("X-Robots-Tag", "noindex");
  // Nothing may reveal that the hidden desk's addresses exist (RULES.md 10.2).
  const isDesk = withoutLanguage(url.pathname).startsWith("/desk");
  if (isPrivate(url) && !(isDesk && context.get(isHidden)))
    response.headers.set("Cache-Control", "private, no-store");
  // The next page's scripts read the referrer.
  if (isPrivate(url) || context.get(isUnmatched))
    response.headers.set("Referrer-Policy", "strict-origin");
  return response;
};
