import { config } from "#app/http/middleware/context.ts";
import { forOtherSites } from "#app/http/shared-response.ts";
import type { Route } from "./+types/ads-txt";

/** Who may sell the site's ad space (IAB ads.txt); 404 without ADS_TXT. */
export function loader({ context }: Route.LoaderArgs) {
  const { adsTxt } = context.get(config);
  if (adsTxt === null) return new Response(null, { status: 404 });
  return new Response(adsTxt.map((line) => `${line}\n`).join(""), {
    headers: {
      ...forOtherSites,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
