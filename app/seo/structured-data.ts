import type {
  AggregateOffer,
  AggregateRating,
  BreadcrumbList,
  FAQPage,
  Graph,
  Product,
  PropertyValue,
  SearchAction,
  WithActionConstraints,
} from "schema-dts";
import type { Language } from "#app/i18n/languages.ts";
import { siteName } from "#app/i18n/site-name.ts";

interface Scent {
  name: string;
  brand: string;
}

type Voted = Scent & { likes: number; dislikes: number };

/** Decimals with a point, ISO 4217. */
export interface PriceOffer {
  lowPrice: string;
  highPrice: string;
  priceCurrency: string;
  offerCount: number;
}

export interface ShownPerfume extends Scent {
  url: string;
  description: string;
  image: string;
  dupes: Voted[];
  /** what it is a dupe of, with the votes on each relation */
  originals: Voted[];
  offer: PriceOffer | null;
  /** of the launch */
  year?: string;
  /** what else is known of the bottle */
  properties?: { name: string; value: string }[];
  questions: { question: string; answer: string }[];
  /** the pages above this one, from the top */
  trail: { name: string; url: string }[];
}

/** Limited, because all twenty dupes of a full page would be one per cent of its bytes. */
const maxSimilar = 5;

/** RULES.md 11.12 */
export function perfumeData(shown: ShownPerfume): Graph {
  return {
    "@context": "https://schema.org",
    "@graph": [product(shown), breadcrumbs(shown), questionsPage(shown)],
  };
}

/** Votes rate how close a look-alike is, so an original has no rating. */
function product(shown: ShownPerfume): Product {
  const { url, name, brand, description, image, dupes, originals, offer } = shown;
  const { year, properties = [] } = shown;
  const related = dupes.length + originals.length > 0;
  return {
    ...scent({ name, brand }, originals),
    url,
    description,
    image,
    ...(year && { releaseDate: year }),
    ...(properties.length > 0 && { additionalProperty: properties.map(property) }),
    ...((offer || related) && { offers: offers(offer, dupes.length || 1) }),
    ...(related && {
      isSimilarTo: [
        ...dupes.slice(0, maxSimilar).map((dupe) => scent(dupe, [dupe])),
        ...originals.map((original) => scent(original, [])),
      ],
    }),
  };
}

const property = (fact: { name: string; value: string }): PropertyValue => ({
  "@type": "PropertyValue",
  ...fact,
});

/** @param voted the relations whose votes make the rating */
function scent({ name, brand }: Scent, voted: Voted[]) {
  const rating = ratingOf(voted);
  return {
    "@type": "Product",
    name,
    brand: { "@type": "Brand", name: brand },
    ...(rating && { aggregateRating: rating }),
  } satisfies Product;
}

/** Real prices, otherwise fixed ones (RULES.md 11.12). */
function offers(offer: PriceOffer | null, offerCount: number): AggregateOffer {
  const fixed = { lowPrice: 10, highPrice: 100, priceCurrency: "USD", offerCount };
  return { "@type": "AggregateOffer", ...(offer ?? fixed) };
}

/** 1 (no likes) to 5 (only likes), the scale that schema.org assumes, or null without votes (RULES.md 11.12). */
function ratingOf(voted: Voted[]): AggregateRating | null {
  const likes = voted.reduce((sum, dupe) => sum + dupe.likes, 0);
  const votes = voted.reduce((sum, dupe) => sum + dupe.dislikes, likes);
  if (votes === 0) return null;
  return {
    "@type": "AggregateRating",
    ratingValue: Math.round(100 * (1 + (4 * likes) / votes)) / 100,
    ratingCount: votes,
  };
}

export interface ShownPair extends Scent {
  url: string;
  description: string;
  original: Scent;
  votes: { likes: number; dislikes: number } | null;
  offer: PriceOffer | null;
  reviews: { author: string; text: string; language: string }[];
  trail: { name: string; url: string }[];
}

/** A look-alike beside its original; its reviews have no ratings, because their authors gave none. */
export function pairData(shown: ShownPair): Graph {
  const { url, name, brand, description, original, votes, offer, reviews } = shown;
  const own = { name, brand };
  const product: Product = {
    ...scent(own, votes ? [{ ...own, ...votes }] : []),
    url,
    description,
    isSimilarTo: scent(original, []),
    ...(offer && { offers: { "@type": "AggregateOffer", ...offer } }),
    ...(reviews.length > 0 && {
      review: reviews.map(({ author, text, language }) => ({
        "@type": "Review" as const,
        author: { "@type": "Person" as const, name: author },
        reviewBody: text,
        inLanguage: language,
      })),
    }),
  };
  return { "@context": "https://schema.org", "@graph": [product, breadcrumbs(shown)] };
}

function breadcrumbs({
  trail,
  name,
  url,
}: Pick<ShownPerfume, "trail" | "name" | "url">): BreadcrumbList {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [...trail, { name, url }].map((page, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: page.name,
      item: page.url,
    })),
  };
}

function questionsPage({ questions }: ShownPerfume): FAQPage {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** RULES.md 11.12 */
export function siteData(origin: string, language: Language): Graph {
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "WebSite",
        name: siteName,
        url: `${origin}/${language}`,
        inLanguage: language,
        publisher: { "@id": `${origin}/#organization` },
        potentialAction: search(`${origin}/${language}`),
      },
      {
        "@type": "Organization",
        "@id": `${origin}/#organization`,
        name: siteName,
        url: origin,
        logo: `${origin}/apple-touch-icon.png`,
      },
    ],
  };
}

function search(home: string): WithActionConstraints<SearchAction> {
  return {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${home}?q={search_term_string}` },
    "query-input": "required name=search_term_string",
  };
}
