import { rowById } from "#app/domain/open-data/data-files.ts";
import { minQueryLength } from "#app/domain/search/perfume-search.ts";
import { problem } from "#app/http/api-answers.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import { isLanguage, languageCodes } from "#app/i18n/languages.ts";
import { answerJson } from "./answer-json.ts";
import type { Body, PerfumeRow } from "./answer-schemas.ts";
import { withPage } from "./with-page.ts";
import type { Route } from "./+types/found-perfumes";

/** `GET /api/v1/search?q=&lang=`; a program's failed search is not a miss (RULES.md 2.2). */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const q = url.searchParams.get("q")?.trim() ?? "";
  const lang = url.searchParams.get("lang") ?? undefined;
  if ([...q].length < minQueryLength)
    return problem(400, `q must have at least ${minQueryLength} characters.`);
  if (lang !== undefined && !isLanguage(lang))
    return problem(400, `lang must be one of ${languageCodes.join(", ")}.`);
  const name = `search ${lang ?? ""} ${q}`;
  return answerJson<Body<"FoundList">>(request, context, name, async () => {
    const { perfumes } = await context.get(services).search.find(q);
    const ids = perfumes.map(({ id }) => id);
    const rows = await rowById(context.get(database), "perfumes", ids);
    const { origin } = context.get(config);
    return {
      perfumes: perfumes.flatMap(({ id, isNear }) => {
        const row = rows.get(id) as PerfumeRow | undefined;
        return row ? { ...withPage(origin, row, lang), near: isNear } : [];
      }),
      next: null,
    };
  });
}
