import { redirect } from "react-router";
import {
  type Brand,
  compareLetters,
  letterOf,
  listBrands,
  maxBrandsOnOnePage,
  pagesOf,
  signOf,
} from "#app/domain/catalog/brands.ts";
import { comparerIn } from "#app/i18n/collation.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { Head } from "#app/ui/head.tsx";
import css from "#app/styles/brands.css?inline";
import { Link } from "#app/ui/link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Route } from "./+types/brand-index";
import { missingPage } from "#app/http/missing-page.ts";
import { brandPath } from "#app/domain/catalog/slugs.ts";

export const handle = { scripts: false };

/**
 * Every brand; when there are too many, each letter has a page and this one lists only the brands with several pages, so
 * that no perfume is more than four links from home.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { lang, letter } = params;
  const all = await listBrands(context.get(database));
  const letters = [...new Set(all.map(letterOf))].toSorted(compareLetters);
  const apart = all.length > maxBrandsOnOnePage;
  if (letter !== undefined && !letters.includes(letter)) throw await missingPage(context);
  if (letter !== undefined && !apart) throw redirect(`${lang ? `/${lang}` : ""}/brands#${letter}`);

  const format = formatIn(context.get(language));
  const compare = comparerIn(context.get(language));
  const { t } = translatorIn(context.get(language));
  // U+FFFF sorts after every name (CLDR).
  const nameOf = ({ name }: Brand) => name ?? "\uffff";
  const shown = all
    .filter((brand) => (letter ? letterOf(brand) === letter : !apart || pagesOf(brand) > 1))
    .toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  const present = (brand: Brand) => presentBrand(brand, format, t("pages:brands.unlettered"));
  const count = letter ? shown.length : all.length;
  const brands = t("pages:brands.brands", { count, shown: format.number(count) });
  const named = letter && { letter: signOf(letter), brands };
  return {
    title: named ? t("pages:brands.letterTitle", named) : t("pages:brands.title"),
    description: named
      ? t("pages:brands.letterDescription", named)
      : t("pages:brands.description", { brands }),
    lead: t("pages:brands.lead"),
    index: t("pages:brands.letters"),
    current: letter,
    letters: letters.map((one) => ({
      letter: one,
      sign: signOf(one),
      brands: apart ? [] : shown.filter((brand) => letterOf(brand) === one).map(present),
    })),
    apart: apart
      ? { heading: letter ? brands : t("pages:brands.large"), brands: shown.map(present) }
      : null,
  };
}

export default function Brands({ loaderData }: Route.ComponentProps) {
  const { title, description, lead, index, current, letters, apart } = loaderData;
  return (
    <div className="wrap browse">
      <Sheet name="brands" css={css} />
      <Head title={title} description={description} />
      <h1>{title}</h1>
      <p className="soft">{lead}</p>
      <nav aria-label={index}>
        <ul className="numbers">
          {letters.map(({ letter, sign }) => (
            <li key={letter}>
              {apart ? (
                <Link
                  to={`/brands/${letter}`}
                  id={letter}
                  aria-current={letter === current ? "page" : undefined}
                >
                  {sign}
                </Link>
              ) : (
                <Link to={`/brands#${letter}`}>{sign}</Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {apart
        ? apart.brands.length > 0 && (
            <section>
              <h2>{apart.heading}</h2>
              <BrandList brands={apart.brands} />
            </section>
          )
        : letters.map(({ letter, sign, brands }) => (
            <section key={letter} id={letter} className="letter">
              <h2>{sign}</h2>
              <BrandList brands={brands} />
            </section>
          ))}
    </div>
  );
}

function presentBrand({ slug, name, perfumes }: Brand, format: Format, unnamed: string) {
  return { name: name ?? unnamed, path: brandPath(slug), perfumes: format.number(perfumes) };
}

function BrandList({ brands }: { brands: ReturnType<typeof presentBrand>[] }) {
  return (
    <ul className="brands">
      {brands.map(({ name, path, perfumes }) => (
        <li key={path}>
          <Link to={path}>{name}</Link> <span className="small soft">{perfumes}</span>
        </li>
      ))}
    </ul>
  );
}
