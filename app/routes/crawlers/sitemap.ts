import { config } from "../../config.ts";
import { isLanguage } from "../../i18n/languages.ts";
import { database } from "../../request/context.ts";
import { answerKept } from "../../request/kept-file.ts";
import { sitemap, sitemapIndex } from "../../seo/sitemap.ts";
import type { Route } from "./+types/sitemap";
import { pagesOf, sitemapFiles } from "./pages.ts";

const type = "application/xml; charset=utf-8";

/** `GET /sitemap.xml` names `/sitemap-{lang}-{number}.xml`, each with at most 10,000 addresses. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  if (params.file === "sitemap")
    return answerKept(request, "sitemap", type, async () =>
      sitemapIndex(await sitemapFiles(db, config.origin)),
    );
  const [, lang, number] = /^sitemap-(\w\w)-([1-9]\d{0,3})$/u.exec(params.file) ?? [];
  if (!isLanguage(lang)) return new Response(null, { status: 404 });
  return answerKept(request, params.file, type, async () => {
    const pages = await pagesOf(db, Number(number), lang, config.origin);
    return pages.length > 0 ? sitemap(pages) : null;
  });
}
