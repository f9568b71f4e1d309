import { factsOf } from "#app/domain/catalog/facts.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { findPerfume } from "#app/domain/catalog/perfumes.ts";
import { sourcesOf } from "#app/domain/catalog/sources.ts";
import { withoutVotes } from "#app/domain/catalog/relations.ts";
import { rowById } from "#app/domain/open-data/data-files.ts";
import { compareNotes, findPair } from "#app/domain/pairs/pairs.ts";
import { problem } from "#app/http/api-answers.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import { answerJson, explainMissing } from "./answer-json.ts";
import type { Body, PerfumeRow, SourceRow } from "./answer-schemas.ts";
import { dupeRows, referencePrices } from "./dupe-rows.ts";
import { withPage } from "./with-page.ts";
import type { Route } from "./+types/one-dupe";

/** `GET /api/v1/perfumes/{id}/dupes/{dupe}`: a dupe beside its original. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const [id, dupeId] = [parseId(params.id), parseId(params.dupe)];
  if (id === null) return explainMissing(context, id);
  const invented = context.get(services).hasSample();
  const { origin } = context.get(config);
  const name = `dupe ${id} ${dupeId} ${invented}`;
  const answer = await answerJson<Body<"OneDupe">>(request, context, name, async () => {
    const [one, other] = [await findPerfume(db, id), dupeId && (await findPerfume(db, dupeId))];
    const pair = one && other ? await findPair(db, one, other) : undefined;
    if (pair?.original.id !== id) return null;
    const { original, lookAlike, relation } = pair;
    const now = new Date();
    const bottles = [original.id, lookAlike.id];
    const shown = invented ? withoutVotes([relation]) : [relation];
    const sourceIds = (await sourcesOf(db, relation.id)).map((source) => source.id);
    const [[dupe], perfumes, sources, pricesOf] = await Promise.all([
      dupeRows(db, id, shown, { origin, invented, now }),
      rowById(db, "perfumes", bottles),
      rowById(db, "sources", sourceIds),
      referencePrices(db, invented ? [] : bottles, now),
    ]);
    const priced = (bottle: number) => {
      const row = perfumes.get(bottle) as PerfumeRow | undefined;
      return row && { ...withPage(origin, row), prices: pricesOf(bottle) };
    };
    const [of, as] = bottles.map(priced);
    if (!dupe || !of || !as) return null;
    const [notes, others] = [factsOf(lookAlike).notas, factsOf(original).notas];
    return {
      dupe,
      original: of,
      look_alike: as,
      shared_notes: notes && others ? compareNotes(notes, others).shared : null,
      sources: sourceIds.flatMap((source) => (sources.get(source) as SourceRow) ?? []),
    };
  });
  if (answer.status !== 404) return answer;
  if (!(await findPerfume(db, id)))
    return explainMissing(context, id, (into) => `${into}/dupes/${params.dupe}`);
  return dupeId !== null && (await findPerfume(db, dupeId))
    ? problem(404, "The second perfume is not a dupe of the first.")
    : explainMissing(context, dupeId, (into) => `${id}/dupes/${into}`);
}
