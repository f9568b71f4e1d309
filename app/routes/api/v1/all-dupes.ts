import { perfumeExists } from "#app/domain/catalog/exists.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { withoutVotes } from "#app/domain/catalog/without-votes.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import { answerJson, explainMissing } from "./answer-json.ts";
import type { Body } from "./answer-schemas.ts";
import { dupeRows } from "./dupe-rows.ts";
import type { Route } from "./+types/all-dupes";

/** `GET /api/v1/perfumes/{id}/dupes` */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = parseId(params.id);
  if (id === null) return explainMissing(context, id);
  const invented = context.get(services).hasSample();
  const name = `dupes ${id} ${invented}`;
  const answer = await answerJson<Body<"DupeList">>(request, context, name, async () => {
    const db = context.get(database);
    const dupes = await listDupes(db, id);
    if (dupes.length === 0 && !(await perfumeExists(db, id))) return null;
    const shown = invented ? withoutVotes(dupes) : dupes;
    const { origin } = context.get(config);
    return {
      dupes: await dupeRows(db, id, shown, { origin, invented, now: new Date() }),
      next: null,
    };
  });
  return answer.status === 404 ? explainMissing(context, id, "/dupes") : answer;
}
