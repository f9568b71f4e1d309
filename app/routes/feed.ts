import { newestDupes } from "#app/domain/catalog/crawl-lists.ts";
import { pairPath } from "#app/domain/catalog/slugs.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { forOneLanguage } from "#app/http/middleware/matched-route.ts";
import { atomFeed } from "#app/seo/atom-feed.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Route } from "./+types/feed";

export const middleware = [forOneLanguage];

const maxEntries = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const at = (path: string) => context.get(config).origin + inLanguage(lang, path);
  return context
    .get(services)
    .files.answer(request, `feed ${lang}`, "application/atom+xml; charset=utf-8", async () => {
      const dupes = await newestDupes(context.get(database), maxEntries);
      return atomFeed({
        language: lang,
        title: translatorIn(lang).t("messages:feed.title", { site: siteName }),
        author: siteName,
        page: at("/"),
        self: at("/feed.xml"),
        entries: dupes.map(
          ({ dupeId, bottleId, dupeMarca, dupeNombre, createdAt, ...perfume }) => ({
            id: `${at("/feed.xml")}#dupe-${dupeId}`,
            url: at(pairPath(perfume, { id: bottleId, marca: dupeMarca, nombre: dupeNombre })),
            title: translatorIn(lang).t("messages:feed.entry", {
              dupe: dupeNombre,
              brand: dupeMarca,
              nombre: perfume.nombre,
              marca: perfume.marca,
            }),
            publishedAt: createdAt,
            updatedAt: createdAt,
          }),
        ),
      });
    });
}
