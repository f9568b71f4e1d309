import type { Linked } from "#app/domain/catalog/next-bottles.ts";
import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { notesIn } from "#app/i18n/fact-words.server.ts";
import { isLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { clientAddress, language, services } from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import type { SearchResult } from "#app/ui/use-found.ts";
import type { Route } from "./+types/search-json";

/** The perfumes found, or a JSON error (RULES.md 11.7). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const lang = url.searchParams.get("lang");
  const answerIn = isLanguage(lang) ? lang : context.get(language);
  try {
    const { search, onFound } = context.get(services);
    const address = context.get(clientAddress);
    const { perfumes, pair } = await search.find(url.searchParams.get("q") ?? "", 1, address);
    onFound(
      address,
      perfumes.map(({ id }) => id),
    );
    const linked = <Bottle extends Linked>(bottle: Bottle) => ({
      ...bottle,
      url: inLanguage(answerIn, perfumePath(bottle)),
    });
    const row = ({
      dupeOf,
      bestDupe,
      isNear,
      notes,
      ...of
    }: (typeof perfumes)[number]): SearchResult => {
      const { concentracion, anio, ...perfume } = of;
      return {
        ...linked(perfume),
        dupe_of: dupeOf.map(linked),
        best_dupe: bestDupe && linked(bestDupe),
        ...(concentracion && { concentracion }),
        ...(anio && { anio }),
        ...(notes && { notes: notesIn(answerIn, notes) }),
        ...(isNear && { near: isNear }),
      };
    };
    const compared = pair && {
      ...row(pair.lookAlike),
      url: inLanguage(answerIn, pairPath(pair.original, pair.lookAlike)),
      pair_of: pair.original.id,
    };
    return json([...(compared ? [compared] : []), ...perfumes.map(row)]);
  } catch (error) {
    logFailure(context, error);
    return json({ error: translatorIn(answerIn).t("messages:home.errorLoading") }, 500);
  }
}

/** Not cached, so that changes made by commands show within seconds. */
function json(body: object, status = 200): Response {
  return Response.json(body, {
    status,
    headers: { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
  });
}
