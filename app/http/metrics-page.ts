import { createHash, timingSafeEqual } from "node:crypto";
import { routePattern } from "./middleware/context.ts";
import type { Step } from "./step.ts";

const path = "/metrics";

/** Without the token the page does not exist (RULES.md 14.6). */
export function metricsPage(
  token: string | null,
  scrape: () => Promise<{ text: string; type: string }>,
): Step {
  if (token === null) return (_, next) => next();
  const right = digestOf(`Bearer ${token}`);
  return async ({ request, url, context }, next) => {
    const given = request.headers.get("Authorization");
    if (given === null || url.pathname !== path) return next();
    if (!timingSafeEqual(digestOf(given.replace(/^bearer /iu, "Bearer ")), right)) return next();
    context.set(routePattern, path);
    if (request.method === "POST") return new Response(null, { status: 405 });
    const { text, type } = await scrape();
    return new Response(request.method === "HEAD" ? null : text, {
      headers: { "Content-Type": type, "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
    });
  };
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
