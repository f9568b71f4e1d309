import { config } from "#app/http/middleware/context.ts";
import { textFile } from "#app/http/shared-response.ts";
import type { Route } from "./+types/ads-txt";

/** Who may sell the site's ad space (IAB ads.txt); 404 without ADS_TXT. */
export function loader({ context }: Route.LoaderArgs) {
  const { adsTxt } = context.get(config);
  return adsTxt === null ? new Response(null, { status: 404 }) : textFile(adsTxt);
}
