import { isLanguage } from "#app/i18n/languages.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import { sitemap, sitemapIndex } from "#app/seo/sitemap-xml.ts";
import type { Route } from "./+types/sitemap-file";
import { pagesOf, sitemapFiles } from "./sitemap-pages.ts";

const type = "application/xml; charset=utf-8";

/** `GET /sitemap.xml` and the `/sitemap-{lang}-{number}.xml` files that it lists. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  if (params.file === "sitemap")
    return context
      .get(services)
      .files.answer(request, "sitemap", type, async () =>
        sitemapIndex(await sitemapFiles(db, context.get(config).origin)),
      );
  const [, lang, number] = /^sitemap-(.+)-([1-9]\d{0,3})$/u.exec(params.file) ?? [];
  if (!isLanguage(lang)) return new Response(null, { status: 404 });
  return context.get(services).files.answer(request, params.file, type, async () => {
    const pages = await pagesOf(db, Number(number), lang, context.get(config).origin);
    return pages.length > 0 ? sitemap(pages) : null;
  });
}
