import { config } from "../../middleware/context.ts";
import type { Route } from "./+types/robots";

/** Everything may be read: what is not to be listed says so itself, and only who may read it learns that. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(
    `User-agent: *\nDisallow:\n\nSitemap: ${context.get(config).origin}/sitemap.xml\n`,
    {
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "public, max-age=86400",
      },
    },
  );
}
