import { config } from "#app/http/middleware/context.ts";
import { textFile } from "#app/http/shared-response.ts";
import type { Route } from "./+types/robots";

/** Allows everything, because crawlers must fetch a page to see its noindex (RULES.md 11.4). */
export function loader({ context }: Route.LoaderArgs) {
  const sitemap = `Sitemap: ${context.get(config).origin}/sitemap.xml`;
  return textFile(["User-agent: *", "Disallow:", "", sitemap]);
}
