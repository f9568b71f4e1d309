import { config } from "../../config.ts";
import { message } from "../../i18n/messages.server.ts";
import { language } from "../../request/context.ts";
import { answerKept } from "../../request/kept-file.ts";
import { refuseUnknownLanguage } from "../../request/language.ts";
import { openSearch } from "../../seo/open-search.ts";
import { siteName } from "../../ui/site.ts";
import type { Route } from "./+types/open-search";

export const middleware = [refuseUnknownLanguage];

/** `GET /{lang}/opensearch.xml` */
export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const type = "application/opensearchdescription+xml; charset=utf-8";
  return answerKept(request, `opensearch ${lang}`, type, async () =>
    openSearch({
      name: siteName,
      description: message(lang, "feed.search"),
      language: lang,
      origin: config.origin,
      template: `${config.origin}/${lang}?q={searchTerms}`,
    }),
  );
}
