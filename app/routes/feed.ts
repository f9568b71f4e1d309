import { newestDupes } from "#app/domain/catalog/crawl-lists.ts";
import { pairPath } from "#app/domain/catalog/slugs.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { forOneLanguage } from "#app/http/middleware/matched-route.ts";
import { xmlDocument } from "#app/seo/xml.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Route } from "./+types/feed";

export const middleware = [forOneLanguage];

const maxEntries = 50;
const type = "application/atom+xml";

/** RFC 4287 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const { t } = translatorIn(lang);
  const at = (path: string) => context.get(config).origin + inLanguage(lang, path);
  const self = at("/feed.xml");
  const { files } = context.get(services);
  return files.answer(request, `feed ${lang}`, `${type}; charset=utf-8`, async () => {
    const dupes = await newestDupes(context.get(database), maxEntries);
    const updated = dupes
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .at(-1);
    return xmlDocument({
      feed: {
        "@_xmlns": "http://www.w3.org/2005/Atom",
        "@_xml:lang": lang,
        id: self,
        title: t("messages:feed.title", { site: siteName }),
        updated: updated ?? "1970-01-01T00:00:00.000Z",
        author: { name: siteName },
        link: [
          { "@_rel": "self", "@_type": type, "@_href": self },
          { "@_rel": "alternate", "@_type": "text/html", "@_href": at("/") },
        ],
        entry: dupes.map(({ dupeId, bottleId, dupeMarca, dupeNombre, createdAt, ...perfume }) => ({
          // Outlives a rename.
          id: `${self}#dupe-${dupeId}`,
          title: t("messages:feed.entry", {
            dupe: dupeNombre,
            brand: dupeMarca,
            nombre: perfume.nombre,
            marca: perfume.marca,
          }),
          link: {
            "@_rel": "alternate",
            "@_href": at(pairPath(perfume, { id: bottleId, marca: dupeMarca, nombre: dupeNombre })),
          },
          published: createdAt,
          updated: createdAt,
        })),
      },
    });
  });
}
