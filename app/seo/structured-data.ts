import type {
  AggregateOffer,
  AggregateRating,
  BreadcrumbList,
  FAQPage,
  Graph,
  Product,
  SearchAction,
  WithActionConstraints,
} from "schema-dts";
import type { Language } from "../i18n/languages.ts";
import { siteName } from "../site-name.ts";

interface Scent {
  name: string;
  brand: string;
}

export interface ShownPerfume extends Scent {
  url: string;
  description: string;
  image: string;
  dupes: (Scent & { likes: number; dislikes: number })[];
  questions: { question: string; answer: string }[];
  /** the pages above this one, from the top */
  trail: { name: string; url: string }[];
}

/** @returns the structured data of a perfume's page (RULES.md 13.1) */
export function perfumeData(shown: ShownPerfume): Graph {
  return {
    "@context": "https://schema.org",
    "@graph": [product(shown), breadcrumbs(shown), questionsPage(shown)],
  };
}

function product({ url, name, brand, description, image, dupes }: ShownPerfume): Product {
  return {
    ...scent({ name, brand }, dupes),
    "@id": `${url}#product`,
    url,
    description,
    image,
    ...(dupes.length > 0 && {
      offers: offers(dupes.length),
      isSimilarTo: dupes.map((dupe) => scent(dupe, [dupe])),
    }),
  };
}

/** @param voted the dupes whose votes make its rating */
function scent({ name, brand }: Scent, voted: ShownPerfume["dupes"]) {
  const rating = ratingOf(voted);
  return {
    "@type": "Product",
    name,
    brand: { "@type": "Brand", name: brand },
    ...(rating && { aggregateRating: rating }),
  } satisfies Product;
}

/** Fixed prices (RULES.md 13.1): the site knows none. */
function offers(offerCount: number): AggregateOffer {
  return {
    "@type": "AggregateOffer",
    lowPrice: 10,
    highPrice: 100,
    priceCurrency: "USD",
    offerCount,
  };
}

/** @returns 1 (no likes) to 5 (only likes), or null without votes (RULES.md 13.1) */
function ratingOf(voted: ShownPerfume["dupes"]): AggregateRating | null {
  const likes = voted.reduce((sum, dupe) => sum + dupe.likes, 0);
  const votes = voted.reduce((sum, dupe) => sum + dupe.dislikes, likes);
  if (votes === 0) return null;
  return {
    "@type": "AggregateRating",
    ratingValue: Math.round(100 * (1 + (4 * likes) / votes)) / 100,
    bestRating: 5,
    worstRating: 1,
    ratingCount: votes,
  };
}

function breadcrumbs({ trail, name, url }: ShownPerfume): BreadcrumbList {
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

function questionsPage({ questions, url }: ShownPerfume): FAQPage {
  return {
    "@type": "FAQPage",
    "@id": `${url}#faq`,
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** @returns the structured data of the home page (RULES.md 13.2) */
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
