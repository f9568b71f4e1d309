import type { Db } from "#db/database.ts";
import type { Language } from "#app/i18n/languages.ts";
import { currenciesOf, pageCurrency, pricesIn } from "./page-currency.ts";
import { type BottlePrice, pricesOf } from "./bottle-prices.ts";

/** What a bottle's page knows of prices, all in one currency. */
export interface PagePrices {
  currency: string;
  /** that one and the others that the page could speak, most wanted first */
  choices: string[];
  /** by bottle; those of which nothing is known are missing */
  prices: ReadonlyMap<number, BottlePrice>;
}

/**
 * Reads what a page shows of prices, in one query.
 * @param bottle the page's own @param listed the other bottles on its cards @param asked `?currency=`, untrusted
 */
export async function pagePrices(
  db: Db,
  bottle: number,
  listed: readonly number[],
  { language, asked, now }: { language: Language; asked: string | null; now: Date },
): Promise<PagePrices> {
  const known = await pricesOf(db, [bottle, ...listed], { now });
  const wanted = currenciesOf(language, asked);
  const currency = pageCurrency(wanted, known, bottle, listed);
  const priced = new Set(listed.flatMap((id) => [...(known.get(id)?.keys() ?? [])]));
  const inOrder = [...wanted, ...currenciesOf(language, null), ...[...priced].sort()];
  const choices = [...new Set(inOrder)].filter((one) => one === currency || priced.has(one));
  return { currency, choices, prices: pricesIn(known, currency) };
}
