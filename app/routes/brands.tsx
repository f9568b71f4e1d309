import { data, redirect } from "react-router";
import {
  compareLetters,
  type House,
  letterOf,
  listHouses,
  mostHousesTogether,
  pagesOf,
  signOf,
} from "../catalog/houses.ts";
import { comparerIn } from "../i18n/collation.ts";
import { formatIn } from "../i18n/format.ts";
import { pageWords } from "../i18n/page-text.server.ts";
import { database, language } from "../request/context.ts";
import { Head } from "../seo/head.tsx";
import css from "../styles/brands.css?inline";
import { Houses, presentHouse } from "../ui/houses.tsx";
import { Link } from "../ui/link.tsx";
import { Sheet } from "../ui/sheet.tsx";
import type { Route } from "./+types/brands";

export const handle = { scripts: false };

/**
 * Every house on one page. Where they are too many each letter has a page of its own, and this one shows the houses of
 * several pages, so that no perfume is further than four links from home.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { lang, letter } = params;
  const all = await listHouses(context.get(database));
  const letters = [...new Set(all.map(letterOf))].toSorted(compareLetters);
  const apart = all.length > mostHousesTogether;
  if (letter !== undefined && !letters.includes(letter)) throw data(null, 404);
  if (letter !== undefined && !apart) throw redirect(`${lang ? `/${lang}` : ""}/brands#${letter}`);

  const format = formatIn(context.get(language));
  const compare = comparerIn(context.get(language));
  const words = pageWords(context.get(language), "brands");
  // U+FFFF sorts behind every name (CLDR).
  const nameOf = ({ name }: House) => name ?? "\uffff";
  const shown = all
    .filter((house) => (letter ? letterOf(house) === letter : !apart || pagesOf(house) > 1))
    .toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  const present = (house: House) => presentHouse(house, format, words("unlettered"));
  const count = letter ? shown.length : all.length;
  const houses = words("houses", { count, shown: format.number(count) });
  const named = letter && { letter: signOf(letter), houses };
  return {
    title: named ? words("letterTitle", named) : words("title"),
    description: named ? words("letterDescription", named) : words("description", { houses }),
    lead: words("lead"),
    index: words("letters"),
    current: letter,
    letters: letters.map((one) => ({
      letter: one,
      sign: signOf(one),
      houses: apart ? [] : shown.filter((house) => letterOf(house) === one).map(present),
    })),
    apart: apart ? { heading: letter ? houses : words("large"), houses: shown.map(present) } : null,
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
        ? apart.houses.length > 0 && (
            <section>
              <h2>{apart.heading}</h2>
              <Houses houses={apart.houses} />
            </section>
          )
        : letters.map(({ letter, sign, houses }) => (
            <section key={letter} id={letter} className="letter">
              <h2>{sign}</h2>
              <Houses houses={houses} />
            </section>
          ))}
    </div>
  );
}
