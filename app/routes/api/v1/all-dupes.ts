import { perfumeExists } from "#app/domain/catalog/redirects.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { listDupes, withoutVotes } from "#app/domain/catalog/relations.ts";
import { problem } from "#app/http/api-answers.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import { answerJson, explainMissing } from "./answer-json.ts";
import type { Body } from "./answer-schemas.ts";
import { dupeRows } from "./dupe-rows.ts";
import { pageOf, readPage } from "./paging.ts";
import type { Route } from "./+types/all-dupes";

/** `GET /api/v1/perfumes/{id}/dupes?after=&limit=` */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const id = parseId(params.id);
  if (id === null) return explainMissing(context, id);
  const asked = readPage(url.searchParams);
  if (asked instanceof Response) return asked;
  const { after, limit } = asked;
  const invented = context.get(services).hasSample();
  const name = `dupes ${id} ${invented} ${after} ${limit}`;
  const answer = await answerJson<Body<"DupeList">>(request, context, name, async () => {
    const db = context.get(database);
    const dupes = await listDupes(db, id);
    if (dupes.length === 0 && !(await perfumeExists(db, id))) return null;
    const ordered = invented ? withoutVotes(dupes) : dupes;
    const begin = after === 0 ? 0 : ordered.findIndex(({ bottleId }) => bottleId === after) + 1;
    if (after !== 0 && begin === 0) return null;
    const { rows, last } = pageOf(ordered.slice(begin), limit);
    const { origin } = context.get(config);
    return {
      dupes: await dupeRows(db, id, rows, { origin, invented, now: new Date() }),
      next: last && `${origin}/api/v1/perfumes/${id}/dupes?after=${last.bottleId}&limit=${limit}`,
    };
  });
  if (answer.status !== 404) return answer;
  return (await perfumeExists(context.get(database), id))
    ? problem(400, "after must be the dupe_perfume_id of one of these dupes.")
    : explainMissing(context, id, (into) => `${into}/dupes`);
}
