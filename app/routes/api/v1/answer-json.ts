import { currentPerfumeId, wasRemoved } from "#app/domain/catalog/redirects.ts";
import { problem } from "#app/http/api-answers.ts";
import { config, database, type RequestContext, services } from "#app/http/middleware/context.ts";

const type = "application/json; charset=utf-8";

/** @param name of the answer, with everything that it depends on @param make null: there is nothing, which is 404 */
export function answerJson<Answer extends object>(
  request: Request,
  context: RequestContext,
  name: string,
  make: () => Promise<(Answer & { next?: string | null }) | null>,
): Promise<Response> {
  const licence = context.get(config).dataLicence;
  return context.get(services).apiFiles.answer(request, name, type, async () => {
    const answer = await make();
    if (answer === null) return null;
    const headers = answer.next ? { Link: `<${answer.next}>; rel="next"` } : undefined;
    return { text: JSON.stringify({ licence, ...answer }), headers: headers ?? {} };
  });
}

/** Why there is no such bottle, and where it is now (RULES.md 1.4). @param pathOf of the same answer for another bottle, below /perfumes/ */
export async function explainMissing(
  context: RequestContext,
  id: number | null,
  pathOf: (id: number) => string = String,
) {
  const db = context.get(database);
  const into = id === null ? undefined : await currentPerfumeId(db, id);
  if (into !== undefined && into !== id) {
    const Location = `${context.get(config).origin}/api/v1/perfumes/${pathOf(into)}`;
    // A merge can be undone.
    const headers = { Location, "Cache-Control": "public, max-age=60" };
    return new Response(null, { status: 301, headers });
  }
  if (id !== null && (await wasRemoved(db, id)))
    return problem(410, "This perfume was removed from the catalogue.");
  return problem(404, "No perfume has this id.");
}
