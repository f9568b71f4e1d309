import { findPerfumes } from "../catalog/find-perfumes.ts";
import { perfumePath } from "../catalog/slugs.ts";
import { isLanguage } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import { database, language } from "../request/context.ts";
import type { Db } from "#db/connect.ts";
import type { Route } from "./+types/api-perfumes";

/** One perfume in the answer of `GET /api/perfumes` (design §4). */
export interface Suggestion {
  id: number;
  marca: string;
  nombre: string;
  foto: string | null;
  dupes: number;
  url: string;
}

/** spec.md §7: a search that fails is only logged, and finds nothing. */
async function search(db: Db, query: string) {
  try {
    return await findPerfumes(db, query);
  } catch (error) {
    console.error("The search failed:", error);
    return [];
  }
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const lang = url.searchParams.get("lang");
  const answerIn = isLanguage(lang) ? lang : context.get(language);
  const perfumes = await search(context.get(database), url.searchParams.get("q") ?? "");
  const found: Suggestion[] = perfumes.map((perfume) => ({
    ...perfume,
    url: inLanguage(answerIn, perfumePath(perfume)),
  }));
  return Response.json(found, {
    headers: { "X-Robots-Tag": "noindex", "Cache-Control": "private, max-age=60" },
  });
}
