import { config } from "#app/http/middleware/context.ts";
import { forOtherSites } from "#app/http/shared-response.ts";
import type { Route } from "./+types/robots";

/** Allows everything, because crawlers must fetch a page to see its noindex (RULES.md 11.4). */
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
