import { config, language, services } from "#app/http/middleware/context.ts";
import { forOneLanguage } from "#app/http/middleware/matched-route.ts";
import { openSearch } from "#app/seo/open-search-xml.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Route } from "./+types/open-search";

export const middleware = [forOneLanguage];

export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const type = "application/opensearchdescription+xml; charset=utf-8";
  return context.get(services).files.answer(request, `opensearch ${lang}`, type, async () =>
    openSearch({
      name: siteName,
      description: translatorIn(lang).t("messages:feed.search"),
      language: lang,
      origin: context.get(config).origin,
      template: `${context.get(config).origin}/${lang}?q={searchTerms}`,
    }),
  );
}
