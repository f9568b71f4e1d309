import { createHash, timingSafeEqual } from "node:crypto";
import type { Wrapper } from "./visit.ts";

const path = "/metrics";

/** Without the token the page does not exist (RULES.md 14.6). */
export function withMetricsPage(
  token: string | null,
  scrape: () => Promise<{ text: string; type: string }>,
): Wrapper {
  if (token === null) return (next) => next;
  const right = digestOf(`Bearer ${token}`);
  return (next) => async (request, visit) => {
    const given = request.headers.get("Authorization");
    if (given === null || visit.url.pathname !== path) return next(request, visit);
    if (!timingSafeEqual(digestOf(given.replace(/^bearer /iu, "Bearer ")), right))
      return next(request, visit);
    visit.route = path;
    if (request.method === "POST") return new Response(null, { status: 405 });
    const { text, type } = await scrape();
    return new Response(request.method === "HEAD" ? null : text, {
      headers: { "Content-Type": type, "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
    });
  };
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
