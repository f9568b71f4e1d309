import type { Db } from "#db/connect.ts";
import type { Language } from "../i18n/languages.ts";
import { currenciesOf, pageCurrency, pricesIn } from "./page-currency.ts";
import { type BottlePrice, pricesOf } from "./prices-of.ts";

/** What a bottle's page knows of prices, all in one currency. */
export interface PagePrices {
  currency: string;
  /** all in which something is known of the listed bottles, in alphabetical order */
  currencies: string[];
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
  const currency = pageCurrency(currenciesOf(language, asked), known, bottle, listed);
  const currencies = new Set(listed.flatMap((id) => [...(known.get(id)?.keys() ?? [])]));
  return { currency, currencies: [...currencies].sort(), prices: pricesIn(known, currency) };
}
