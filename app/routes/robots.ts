import { config } from "#app/http/middleware/context.ts";
import { forOtherSites } from "#app/http/shared-response.ts";
import type { Route } from "./+types/robots";

/** Crawlers may read everything: a page that must not be listed says so itself (RULES.md 1.6), and must be read for that. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(
    `User-agent: *\nDisallow:\n\nSitemap: ${context.get(config).origin}/sitemap.xml\n`,
    {
      headers: {
        ...forOtherSites,
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "public, max-age=86400",
      },
    },
  );
}
