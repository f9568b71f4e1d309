import { redirect } from "react-router";
import {
  findBrand,
  type Brand,
  letterOf,
  listBrandPerfumes,
  pagesOf,
} from "#app/domain/catalog/brands.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import type { PerfumeCard } from "#app/domain/catalog/perfumes.ts";
import { originalsOfBottles } from "#app/domain/catalog/best-dupes.ts";
import { brandPath, brandSlugOf } from "#app/domain/catalog/slugs.ts";
import { comparerIn } from "#app/i18n/collation.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { Head } from "#app/ui/head.tsx";
import css from "#app/styles/brands.css?inline";
import { Icon } from "#app/ui/icons.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { PerfumeCard as Card, presentLookAlike } from "#app/ui/perfume-card.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Route } from "./+types/brand-page";
import { missingPage } from "#app/http/missing-page.ts";

export const handle = { scripts: false };

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const code = context.get(language);
  const slug = brandSlugOf(params.slug);
  const asked = url.searchParams.get("page");
  const page = asked === null ? 1 : parseId(asked);
  // In parallel: each round trip to a remote database is expensive.
  const [brand, perfumes] = await Promise.all([
    findBrand(db, slug),
    page === null ? [] : listBrandPerfumes(db, slug, page, comparerIn(code)),
  ]);
  if (!brand) throw await missingPage(context);
  const path = brandPath(brand.slug);
  // The first page must have a single address.
  if (asked === "1") throw redirect(`${params.lang ? `/${params.lang}` : ""}${path}`, 301);
  const pages = pagesOf(brand);
  if (page === null || page > pages) throw await missingPage(context);

  const format = formatIn(code);
  const lookAlikes = perfumes.filter(({ dupes }) => dupes === 0).map(({ id }) => id);
  const originals = await originalsOfBottles(db, lookAlikes);
  return {
    ...textsOf(code, brand, page, perfumes),
    back: `/brands#${letterOf(brand)}`,
    perfumes: perfumes.map((perfume) =>
      presentLookAlike(perfume, originals.get(perfume.id)?.[0], format),
    ),
    path,
    page,
    pages: Array.from({ length: pages }, (_, index) => format.number(index + 1)),
  };
}

/** Search engines index every page of a brand, so titles and descriptions contain the page number. */
function textsOf(code: Language, brand: Brand, page: number, perfumes: PerfumeCard[]) {
  const { number } = formatIn(code);
  const { t } = translatorIn(code);
  const marca = brand.name ?? translatorIn(code).t("pages:brands.unlettered");
  const count = { count: brand.perfumes, shown: number(brand.perfumes) };
  const pages = pagesOf(brand);
  const place = { marca, page: number(page), pages: number(pages) };
  const ends = { first: perfumes[0]?.nombre, last: perfumes.at(-1)?.nombre };
  return {
    title: page > 1 ? t("pages:brand.titlePage", place) : t("pages:brand.title", { marca }),
    description:
      page > 1
        ? t("pages:brand.descriptionPage", { ...place, ...ends })
        : t("pages:brand.description", { marca, ...count }),
    heading: t("pages:brand.heading", { marca }),
    count: t("pages:brand.count", count),
    place: pages > 1 ? t("pages:brand.page", place) : null,
    label: t("pages:brand.pages"),
  };
}

export default function Brand({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { title, description, heading, count, place, back, perfumes, page } = loaderData;
  return (
    <div className="wrap browse">
      <Sheet name="brands" css={css} />
      <Head title={title} description={description} page={page} />
      <Link className="small back" to={back}>
        <Icon name="arrow-left" size={16} />
        {t("footer.brands")}
      </Link>
      <h1>{heading}</h1>
      <div className="bar-line">
        <h2>{count}</h2>
        {place && <p className="small soft">{place}</p>}
      </div>
      <ul className="grid">
        {perfumes.map((perfume, index) => (
          <Card key={perfume.path} perfume={perfume} eager={index === 0} withBrand={false} />
        ))}
      </ul>
      <PageLinks {...loaderData} />
    </div>
  );
}
