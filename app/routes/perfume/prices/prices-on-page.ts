import { isDoubted, knownSimilarity } from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { arrange, chosen, type Order, readMax, readSort } from "#app/domain/prices/arrange.ts";
import { type BottlePrice, offerOf, savings } from "#app/domain/prices/bottle-prices.ts";
import { type PagePrices, pagePrices } from "#app/domain/prices/page-currency.ts";
import type { ShownSighting } from "#app/domain/prices/sightings.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import {
  answersTo,
  lastingScore,
  noVerdicts,
  type VerdictCounts,
} from "#app/domain/reviews/verdict-questions.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { figureOf as inWords } from "../verdicts/verdict-words.ts";
import { arrangedBy, isArranged } from "../page-address.ts";
import type { ReadPage } from "../read-page.ts";
import type { PriceAnswer, PriceBarData } from "./price-bar.tsx";
import type { PresentedPrice, PriceOnCard } from "./price-line.tsx";

/** The prices on a page, with the dupes sorted and filtered by the address's parameters (RULES.md 4.5, 4.7, 4.8). */
export function pricesOnPage(
  lang: Language,
  query: URLSearchParams,
  { id: perfumeId, nombre }: { id: number; nombre: string },
  dupes: Relation[],
  { originals, offers, vouched, verdicts }: ReadPage,
) {
  const listed = { dupes: dupes.map(bottleIdOf), originals: originals.map(bottleIdOf) };
  const asked = query.get("currency");
  const known = pagePrices(offers, perfumeId, listed, { language: lang, asked });
  const { currency, choices, prices } = known;
  const own = prices.get(perfumeId)?.reference;
  const { shown, bar, order } = arrangeAsAsked(lang, query, dupes, known, verdicts);
  const of = (bottleId: number): PresentedPrice | undefined => {
    const price = prices.get(bottleId);
    if (!price) return undefined;
    const isDupe = dupes.some((dupe) => dupe.bottleId === bottleId);
    if (!isDupe) return presentPrice(lang, price.reference, null, false);
    const one = chosen(price, order);
    return presentPrice(lang, one, savings(one, own), order.sort === "value");
  };
  const onCard = (bottleId: number) => {
    const known = of(bottleId);
    return known && withoutDay(known);
  };
  const price = of(perfumeId);
  const compared = (bottleId: number): string | undefined => {
    const one = of(bottleId);
    if (one?.saved === undefined || !price) return undefined;
    const { saved, amount, size, shop, date } = one;
    const { amount: ofAmount, size: ofSize, shop: ofShop, date: ofDate } = price;
    const original = { nombre, ofAmount, ofSize, ofShop, ofDate };
    return translatorIn(lang).t("messages:prices.compared", {
      saved,
      amount,
      size,
      shop,
      date,
      ...original,
    });
  };
  const offer = vouched.get(perfumeId)?.get(currency);
  return {
    currency,
    shown,
    of: onCard,
    compared,
    offer: offer ? offerOf(offer) : null,
    page: {
      ...(price && { price: withoutDay(price) }),
      ...(bar && { bar }),
      ...((prices.size > 0 || choices.length > 1 || isArranged(query)) && {
        priced: true as const,
      }),
      query: arrangedBy(query),
    },
  };
}

const bottleIdOf = ({ bottleId }: Relation) => bottleId;

const withoutDay = ({ date: _, ...price }: PresentedPrice): PriceOnCard => price;

/** @returns the dupes to show, and the bar if there is something to sort or the address has its parameters */
function arrangeAsAsked(
  lang: Language,
  query: URLSearchParams,
  dupes: Relation[],
  { currency, choices, prices }: PagePrices,
  verdicts: ReadonlyMap<number, VerdictCounts>,
): { shown: Relation[]; order: Order; bar?: PriceBarData } {
  const sort = readSort(query.get("sort"));
  const max = readMax(query.get("max"), currency);
  const lasting = new Map(
    dupes.flatMap(({ id, bottleId }) => {
      const score = lastingScore(verdicts.get(id) ?? noVerdicts);
      return score === null ? [] : [[bottleId, score]];
    }),
  );
  const order = { sort, max: max === "wrong" ? null : max, lasting };
  const { shown, dearer, unknown } = arrange(dupes, prices, order);
  const isAsked = isArranged(query);
  const isChosen = query.get("currency") === currency;
  const hasChoice = choices.length > 1;
  const isPriced = dupes.some(({ bottleId }) => prices.has(bottleId));
  const answers = answersOf(lang, dupes, prices, order, verdicts);
  if (dupes.length === 0 || !(answers.length > 1 || isPriced || hasChoice || isAsked))
    return { shown, order };
  return {
    shown,
    order,
    bar: {
      sort,
      currency,
      ...(hasChoice ? { choices } : isChosen && { choices: [currency] }),
      ...(query.get("max") && { max: query.get("max")!.slice(0, 40) }),
      ...(max === "wrong" && { wrong: translatorIn(lang).t("messages:prices.errorMax") }),
      ...(dearer > 0 && { dearer }),
      ...(unknown > 0 && { unknown }),
      answers: answers.length > 1 || sort !== "similarity" ? answers : [],
    },
  };
}

/** @param difference to the original per ml, in per cent @param withPer even where the difference is known */
export function presentPrice(
  lang: Language,
  { amount, currency, size, per100ml, shop, link, affiliate, seenOn }: ShownSighting,
  difference: number | null,
  withPer: boolean,
): PresentedPrice {
  const format = formatIn(lang);
  return {
    amount: writeAmount(format, amount, currency),
    size: format.millilitres(size),
    shop,
    date: format.shortDate(seenOn),
    ...(link !== null && { link }),
    ...(link !== null && affiliate && { affiliate: true as const }),
    ...(difference && {
      saved: translatorIn(lang).t("messages:prices.perMl", {
        difference: format.difference(difference),
      }),
    }),
    ...(withPer && {
      per: `${writeAmount(format, per100ml, currency)}/100\u00a0ml`,
    }),
  };
}

const sorts = {
  closest: "similarity",
  cheapest: "price",
  bestValue: "value",
  lastsLongest: "lasting",
} as const;

const enoughVerdicts = 5;

/** What the first card says in each order, unless every dupe is doubted (RULES.md 1.7, 4.8). @param dupes sorted by similarity */
function answersOf(
  lang: Language,
  dupes: Relation[],
  prices: ReadonlyMap<number, BottlePrice>,
  { max, lasting = new Map() }: Order,
  verdicts: ReadonlyMap<number, VerdictCounts>,
): PriceAnswer[] {
  return (Object.keys(sorts) as (keyof typeof sorts)[]).flatMap((of): PriceAnswer[] => {
    const order = { sort: sorts[of], max, lasting };
    const [first] = arrange(dupes, prices, order).shown;
    const figure =
      first && !isDoubted(first)
        ? figureOf(lang, first, prices.get(first.bottleId), order, verdicts.get(first.id))
        : undefined;
    if (figure !== undefined) return [{ of, sort: order.sort, figure }];
    // Needed to come back from another order.
    return first && of === "closest" ? [{ of, sort: order.sort }] : [];
  });
}

function figureOf(
  lang: Language,
  dupe: Relation,
  price: BottlePrice | undefined,
  order: Order,
  counts: VerdictCounts = noVerdicts,
): string | undefined {
  const format = formatIn(lang);
  if (order.sort === "similarity") {
    const similarity = knownSimilarity(dupe);
    return similarity === null ? undefined : format.percent(similarity);
  }
  if (order.sort === "lasting") {
    const of = answersTo(counts, "lasting");
    const { same, more } = counts.lasting;
    return of < enoughVerdicts ? undefined : inWords(lang, { n: same + more, of, percent: null });
  }
  if (!price) return undefined;
  const { amount, size, per100ml, currency } = chosen(price, order);
  return order.sort === "price"
    ? `${writeAmount(format, amount, currency)} · ${format.millilitres(size)}`
    : writeAmount(format, per100ml, currency);
}
