import { config, services } from "#app/http/middleware/context.ts";
import { describeApi } from "./describe-api.ts";
import type { Route } from "./+types/openapi-file";

/** `GET /api/v1/openapi.json` */
export function loader({ request, context }: Route.LoaderArgs) {
  return context
    .get(services)
    .apiFiles.answer(request, "openapi", "application/json; charset=utf-8", async () =>
      JSON.stringify(describeApi(context.get(config)), null, 1),
    );
}
