import type { PerfumeSearch } from "../catalog/perfume-search.ts";
import { perfumePath } from "../catalog/slugs.ts";
import { isLanguage } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import { language, services } from "../middleware/context.ts";
import type { SearchResult } from "../ui/use-suggestions.ts";
import type { Route } from "./+types/api-perfumes";

/** A search that fails is only logged, and finds nothing (RULES.md 2.4). */
async function find(search: PerfumeSearch, query: string) {
  try {
    return await search.find(query);
  } catch (error) {
    console.error("The search failed:", error);
    return [];
  }
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const lang = url.searchParams.get("lang");
  const answerIn = isLanguage(lang) ? lang : context.get(language);
  const perfumes = await find(context.get(services).search, url.searchParams.get("q") ?? "");
  const found: SearchResult[] = perfumes.map((perfume) => ({
    ...perfume,
    url: inLanguage(answerIn, perfumePath(perfume)),
  }));
  return Response.json(found, {
    headers: { "X-Robots-Tag": "noindex", "Cache-Control": "private, max-age=60" },
  });
}
