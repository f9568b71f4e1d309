import { redirect } from "react-router";
import {
  findBrand,
  type Brand,
  type BrandFilter,
  brandFilters,
  letterOf,
  listBrandPerfumes,
  pagesOf,
} from "#app/domain/catalog/brands.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import type { PerfumeCard } from "#app/domain/catalog/perfumes.ts";
import { originalsOfBottles } from "#app/domain/catalog/best-dupes.ts";
import { brandPath, brandSlugsMeant, brandSlugOf } from "#app/domain/catalog/slugs.ts";
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
import { PerfumeCard as Card, presentCard, type PresentedCard } from "#app/ui/perfume-card.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Db } from "#db/database.ts";
import type { Route } from "./+types/brand-page";
import { missingPage } from "#app/http/missing-page.ts";

export const handle = { scripts: false };

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const code = context.get(language);
  const slug = brandSlugOf(params.slug);
  const prefix = params.lang ? `/${params.lang}` : "";
  const asked = url.searchParams.get("page");
  const page = asked === null ? 1 : parseId(asked);
  const show = brandFilters.find((filter) => filter === url.searchParams.get("show"));
  // In parallel: each round trip to a remote database is expensive.
  const [brand, { perfumes, counts }] = await Promise.all([
    findBrand(db, slug),
    listBrandPerfumes(db, slug, page ?? 0, comparerIn(code), show),
  ]);
  if (!brand) {
    for (const meant of brandSlugsMeant(params.slug))
      if (await findBrand(db, meant)) throw redirect(prefix + brandPath(meant) + url.search, 301);
    throw await missingPage(context);
  }
  const path = brandPath(brand.slug);
  const shown = show ? { ...brand, perfumes: counts[show] } : brand;
  const address = show ? `${path}?show=${show}` : path;
  // The first page must have a single address.
  if (asked === "1") throw redirect(prefix + address, 301);
  const pages = pagesOf(shown);
  if (page === null || page > Math.max(1, pages)) throw await missingPage(context);

  const format = formatIn(code);
  return {
    ...textsOf(code, shown, page, perfumes),
    back: `/brands#${letterOf(brand)}`,
    perfumes: await present(db, code, perfumes, counts.dupes > counts.originals),
    path: address,
    page,
    show,
    filters: filtersOf(code, brand, counts, show),
    pages: Array.from({ length: pages }, (_, index) => format.number(index + 1)),
  };
}

/** Without figures, so that a vote does not outdate a brand's cached pages. @param isHouse of look-alikes */
async function present(db: Db, code: Language, perfumes: PerfumeCard[], isHouse: boolean) {
  const { t } = translatorIn(code);
  const ids = perfumes.map(({ id }) => id);
  const originals = await originalsOfBottles(db, ids);
  return perfumes.map((perfume): PresentedCard => {
    const known = originals.get(perfume.id)?.map(({ nombre }) => nombre);
    const says = known
      ? t("pages:brand.dupeOf", { original: known.join(", ") })
      : isHouse && perfume.dupes === 0 && t("pages:brand.unknown");
    return { ...presentCard(perfume, formatIn(code)), ...(says && { says }) };
  });
}

function filtersOf(
  code: Language,
  brand: Brand,
  counts: Record<BrandFilter, number>,
  show: BrandFilter | undefined,
) {
  const { t } = translatorIn(code);
  const path = brandPath(brand.slug);
  const text = (kind: BrandFilter | "all", count: number) =>
    t(`pages:brand.shows.${kind}`, { shown: formatIn(code).number(count) });
  const parts = brandFilters.filter(
    (kind) => kind === show || (counts[kind] > 0 && counts[kind] < brand.perfumes),
  );
  const links = [
    { to: path, text: text("all", brand.perfumes), isShown: !show },
    ...parts.map((kind) => ({
      to: `${path}?show=${kind}`,
      text: text(kind, counts[kind]),
      isShown: kind === show,
    })),
  ];
  return parts.length > 0 ? { label: t("pages:brand.show"), links } : null;
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
  const { title, description, heading, count, place, back, perfumes, filters } = loaderData;
  const page = loaderData.show ? {} : { page: loaderData.page };
  return (
    <div className="wrap browse">
      <Sheet name="brands" css={css} />
      <Head title={title} description={description} {...page} />
      <Link className="small back" to={back}>
        <Icon name="arrow-left" size={16} />
        {t("footer.brands")}
      </Link>
      <h1>{heading}</h1>
      <div className="bar-line">
        <h2>{count}</h2>
        {place && <p className="small soft">{place}</p>}
      </div>
      {filters && (
        <nav aria-label={filters.label}>
          <ul className="numbers">
            {filters.links.map(({ to, text, isShown }) => (
              <li key={to}>
                <Link to={to} aria-current={isShown ? "page" : undefined}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ul className="grid">
        {perfumes.map((perfume, index) => (
          <Card key={perfume.path} perfume={perfume} eager={index === 0} withBrand={false} />
        ))}
      </ul>
      <PageLinks {...loaderData} />
    </div>
  );
}
