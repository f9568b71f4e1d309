import { newestDupes } from "../../catalog/listing.ts";
import { perfumePath } from "../../catalog/slugs.ts";
import { config } from "../../config.ts";
import { message } from "../../i18n/messages.server.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { database, language } from "../../request/context.ts";
import { answerKept } from "../../request/kept-file.ts";
import { refuseUnknownLanguage } from "../../request/language.ts";
import { atomFeed } from "../../seo/feed.ts";
import { siteName } from "../../ui/site.ts";
import type { Route } from "./+types/feed";

export const middleware = [refuseUnknownLanguage];

const mostEntries = 50;

/** `GET /{lang}/feed.xml`: the dupes that came last. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const at = (path: string) => config.origin + inLanguage(lang, path);
  return answerKept(request, `feed ${lang}`, "application/atom+xml; charset=utf-8", async () => {
    const dupes = await newestDupes(context.get(database), mostEntries);
    return atomFeed({
      language: lang,
      title: message(lang, "feed.title", { site: siteName }),
      author: siteName,
      page: at("/"),
      self: at("/feed.xml"),
      entries: dupes.map(({ dupeId, dupeMarca, dupeNombre, createdAt, ...perfume }) => ({
        url: `${at(perfumePath(perfume))}#dupe-${dupeId}`,
        title: message(lang, "feed.entry", {
          dupe: dupeNombre,
          brand: dupeMarca,
          nombre: perfume.nombre,
          marca: perfume.marca,
        }),
        publishedAt: createdAt,
        updatedAt: createdAt,
      })),
    });
  });
}
