import { config, language, services } from "#app/http/middleware/context.ts";
import { forOneLanguage } from "#app/http/middleware/matched-route.ts";
import { xmlDocument } from "#app/seo/xml.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Route } from "./+types/open-search";

export const middleware = [forOneLanguage];

/** OpenSearch 1.1: lets browsers search the site from their address bar. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const { origin } = context.get(config);
  const type = "application/opensearchdescription+xml; charset=utf-8";
  return context.get(services).files.answer(request, `opensearch ${lang}`, type, async () =>
    xmlDocument({
      OpenSearchDescription: {
        "@_xmlns": "http://a9.com/-/spec/opensearch/1.1/",
        ShortName: siteName,
        Description: translatorIn(lang).t("messages:feed.search"),
        Language: lang,
        InputEncoding: "UTF-8",
        Image: { "@_type": "image/svg+xml", "#text": `${origin}/favicon.svg` },
        Url: { "@_type": "text/html", "@_template": `${origin}/${lang}?q={searchTerms}` },
      },
    }),
  );
}
