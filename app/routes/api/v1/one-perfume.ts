import { parseId } from "#app/domain/catalog/ids.ts";
import { rowById } from "#app/domain/open-data/data-files.ts";
import { config, database } from "#app/http/middleware/context.ts";
import { answerJson, explainMissing } from "./answer-json.ts";
import type { Body, PerfumeRow } from "./answer-schemas.ts";
import { withPage } from "./with-page.ts";
import type { Route } from "./+types/one-perfume";

/** `GET /api/v1/perfumes/{id}` */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = parseId(params.id);
  if (id === null) return explainMissing(context, id);
  const answer = await answerJson<Body<"OnePerfume">>(
    request,
    context,
    `perfume ${id}`,
    async () => {
      const rows = await rowById(context.get(database), "perfumes", [id]);
      const perfume = rows.get(id) as PerfumeRow | undefined;
      return perfume ? { perfume: withPage(context.get(config).origin, perfume) } : null;
    },
  );
  return answer.status === 404 ? explainMissing(context, id) : answer;
}
