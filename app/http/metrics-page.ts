import { createHash, timingSafeEqual } from "node:crypto";
import type { Handle } from "./visit.ts";

const path = "/metrics";

/**
 * Answers `/metrics` to who sends the token (RULES.md 23.1); for everybody else it is a page that is not there.
 * @param token null when nobody may read the metrics
 */
export function withMetricsPage(
  handle: Handle,
  token: string | null,
  scrape: () => Promise<{ text: string; type: string }>,
): Handle {
  if (token === null) return handle;
  const right = digestOf(`Bearer ${token}`);
  return async (request, visit) => {
    const given = request.headers.get("Authorization");
    if (given === null || new URL(request.url).pathname !== path) return handle(request, visit);
    if (!timingSafeEqual(digestOf(given.replace(/^bearer /iu, "Bearer ")), right))
      return handle(request, visit);
    visit.route = path;
    if (request.method === "POST") return new Response(null, { status: 405 });
    const { text, type } = await scrape();
    return new Response(request.method === "HEAD" ? null : text, {
      headers: { "Content-Type": type, "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
    });
  };
}

/** Of one length, whatever is sent. */
const digestOf = (text: string) => createHash("sha256").update(text).digest();
