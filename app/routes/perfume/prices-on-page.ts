import type { RouterContextProvider } from "react-router";
import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { message } from "#app/i18n/messages.server.ts";
import { database, language, openPrice } from "#app/http/middleware/context.ts";
import { answers, arrange, readMax, readSort } from "#app/domain/prices/arrange.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { pagePrices } from "#app/domain/prices/page-prices.ts";
import { type BottlePrice, offerOf, savings } from "#app/domain/prices/bottle-prices.ts";
import { lastSize, type ShownSighting, sightingsOf } from "#app/domain/prices/sightings.ts";
import type { PriceBarData } from "./price-bar.tsx";
import type { PricingData } from "./price-form.tsx";
import type { PresentedPrice } from "./price-line.tsx";
import type { OpenPrices } from "./sightings-panel.tsx";
import { lastDay } from "#app/domain/prices/bounds.ts";
import { dayOf } from "#app/domain/prices/days.ts";
import { priceForm } from "./add-price.ts";

type Context = Readonly<RouterContextProvider>;

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
}

/** What a page shows of prices (RULES.md 19.5, 19.7, 19.8). */
export interface PricesOnPage {
  currency: string;
  /** whether anything is known of any of the bottles */
  any: boolean;
  /** the dupes, as the reader asks for them */
  shown: Relation[];
  /** of a bottle on the page */
  of(bottleId: number): PresentedPrice | undefined;
  /** what structured data says of the page's own bottle */
  offer: ReturnType<typeof offerOf> | null;
  /** how to sort and filter, where there is anything to sort or asked for */
  bar?: PriceBarData;
  /** the parameters that sort and filter, for links to the same page: "" or "sort=price&" */
  query: string;
}

/** The parameters of an address that sort and filter. */
const ofBar = ["sort", "max", "currency"];

/** Reads what the page says of prices, and arranges the dupes as the address asks. */
export async function pricesOnPage(
  context: Context,
  query: URLSearchParams,
  perfume: Bottle,
  { dupes, originals }: { dupes: Relation[]; originals: Relation[] },
): Promise<PricesOnPage> {
  const lang = context.get(language);
  const { currency, choices, prices } = await pagePrices(
    context.get(database),
    perfume.id,
    [...dupes, ...originals].map(({ bottleId }) => bottleId),
    { language: lang, asked: query.get("currency"), now: new Date() },
  );
  const own = prices.get(perfume.id);
  const asked = { sort: readSort(query.get("sort")), max: readMax(query.get("max"), currency) };
  const max = asked.max === "wrong" ? null : asked.max;
  const { shown, dearer, unknown } = arrange(dupes, prices, { sort: asked.sort, max });
  const isAsked = ofBar.some((name) => query.has(name));
  const isChosen = query.get("currency") === currency;
  const hasChoice = choices.length > 1;
  const isPriced = dupes.some(({ bottleId }) => prices.has(bottleId));
  const inOrder = dupes.filter((dupe) => shown.includes(dupe));
  return {
    currency,
    any: prices.size > 0 || hasChoice || isAsked,
    shown,
    of(bottleId) {
      const price = prices.get(bottleId);
      const isDupe = dupes.some((dupe) => dupe.bottleId === bottleId);
      return price && presentPrice(lang, price, isDupe ? own : undefined);
    },
    offer: own ? offerOf(own) : null,
    ...(dupes.length > 0 &&
      (isPriced || hasChoice || isAsked) && {
        bar: {
          sort: asked.sort,
          currency,
          ...(hasChoice ? { choices } : isChosen && { choices: [currency] }),
          ...(query.get("max") && { max: query.get("max")!.slice(0, 40) }),
          ...(asked.max === "wrong" && { wrong: message(lang, "prices.errorMax") }),
          ...(dearer > 0 && { dearer }),
          ...(unknown > 0 && { unknown }),
          ...(isAsked && { asked: true as const }),
          answers: isPriced ? answersOf(lang, inOrder, prices) : [],
        },
      }),
    query: arrangedBy(query),
  };
}

/** @returns the parameters of an address that sort and filter, to be kept: "" or "sort=price&" */
export function arrangedBy(query: URLSearchParams): string {
  const own = [...query].filter(([name]) => ofBar.includes(name));
  return own.length > 0 ? `${new URLSearchParams(own)}&` : "";
}

/** @param original with whose price it is compared @returns what a card says of what a bottle costs, and no more */
function presentPrice(
  lang: Language,
  price: BottlePrice,
  original: BottlePrice | undefined,
): PresentedPrice {
  const format = formatIn(lang);
  const { amount, size, shop, link, affiliate, seenOn } = price.cheapest;
  const saved = savings(price, original);
  return {
    amount: writeAmount(format, amount, price.currency),
    size: format.millilitres(size),
    shop,
    date: format.shortDate(seenOn),
    per: `${writeAmount(format, price.per100ml, price.currency)} /100\u00a0ml`,
    ...(link !== null && { link }),
    ...(link !== null && affiliate && { affiliate: true as const }),
    ...(saved && {
      saved: message(lang, "prices.perMl", { difference: format.difference(saved) }),
    }),
  };
}

function answersOf(
  lang: Language,
  dupes: Relation[],
  prices: ReadonlyMap<number, BottlePrice>,
): PriceBarData["answers"] {
  const format = formatIn(lang);
  const { closest, cheapest, bestValue } = answers(dupes, prices, knownSimilarity);
  const cost = (dupe: Relation, amount: (price: BottlePrice) => number) => {
    const price = prices.get(dupe.bottleId)!;
    return writeAmount(format, amount(price), price.currency);
  };
  const answer = (of: PriceBarData["answers"][number]["of"], dupe: Relation, figure: string) => ({
    of,
    id: dupe.id,
    nombre: dupe.nombre,
    figure,
  });
  return [
    ...(closest ? [answer("closest", closest, format.percent(knownSimilarity(closest)!))] : []),
    ...(cheapest
      ? [
          answer(
            "cheapest",
            cheapest,
            cost(cheapest, (price) => price.cheapest.amount),
          ),
        ]
      : []),
    ...(bestValue
      ? [answer("bestValue", bestValue, `${cost(bestValue, (price) => price.bestPer100ml)}/100 ml`)]
      : []),
  ];
}

/** What `?prices=` asks for: the sightings of a bottle on the page. */
export async function openPrices(
  context: Context,
  query: URLSearchParams,
  bottles: Bottle[],
): Promise<{ prices?: OpenPrices }> {
  const bottle = bottles.find(({ id }) => id === parseId(query.get("prices")));
  if (!bottle) return {};
  const lang = context.get(language);
  const sightings = await sightingsOf(context.get(database), bottle.id, { now: new Date() });
  return {
    prices: {
      bottle: { id: bottle.id, nombre: bottle.nombre },
      sightings: sightings.map((sighting) => presentSighting(lang, sighting)),
    },
  };
}

function presentSighting(lang: Language, sighting: ShownSighting) {
  const format = formatIn(lang);
  const { id, amount, currency, size, per100ml, kind, shop, link, affiliate, country, seenOn } =
    sighting;
  return {
    id,
    amount: writeAmount(format, amount, currency),
    size: format.millilitres(size),
    per: `${writeAmount(format, per100ml, currency)} /100\u00a0ml`,
    kind,
    shop,
    date: format.shortDate(seenOn),
    ...(link !== null && { link }),
    ...(link !== null && affiliate && { affiliate: true as const }),
    ...(country !== null && { country: format.country(country) }),
  };
}

/** What `?price=`, or a price that was refused, asks for: the form, with what is known filled in. */
export async function pricing(
  context: Context,
  query: URLSearchParams,
  currency: string,
  bottles: Bottle[],
): Promise<{ pricing?: PricingData }> {
  const asked = context.get(openPrice) ?? parseId(query.get("price"));
  const bottle = bottles.find(({ id }) => id === asked);
  if (!bottle) return {};
  const now = new Date();
  const size = await lastSize(context.get(database), bottle.id, now);
  return {
    pricing: {
      bottle,
      currency,
      ...(size !== null && { size: formatIn(context.get(language)).decimal(size) }),
      today: dayOf(now),
      lastDay: lastDay(now),
      constraints: priceForm(currency).constraints,
    },
  };
}
