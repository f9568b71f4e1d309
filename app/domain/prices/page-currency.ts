import { readCurrency } from "./currencies.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { BottlePrice, PriceTable } from "./bottle-prices.ts";

const euro = ["EUR"] as const;

/** In which a page may speak of prices, in order (RULES.md 19.7). */
const ofLanguage: Record<Language, readonly string[]> = {
  es: euro,
  en: ["USD", "GBP", "EUR"],
  fr: euro,
  de: euro,
  it: euro,
  pt: euro,
};

/** @param asked `?currency=`, untrusted @returns the currency that was asked for, else those of the language */
export function currenciesOf(language: Language, asked: string | null): readonly string[] {
  const wanted = asked === null ? null : readCurrency(asked);
  return wanted === null ? ofLanguage[language] : [wanted];
}

/**
 * @param currencies of `currenciesOf`
 * @param original the bottle that the page is of; `dupes` those that it lists
 * @returns the first in which the original and most of the dupes have prices, else the last (RULES.md 19.7)
 */
export function pageCurrency(
  currencies: readonly string[],
  prices: PriceTable,
  original: number,
  dupes: readonly number[],
): string {
  const has = (bottle: number, currency: string) => prices.get(bottle)?.has(currency) === true;
  const qualifies = (currency: string) =>
    has(original, currency) &&
    (dupes.length === 0 || 2 * dupes.filter((dupe) => has(dupe, currency)).length > dupes.length);
  return currencies.find(qualifies) ?? currencies.at(-1)!;
}

/** @returns the prices in one currency, by bottle */
export function pricesIn(prices: PriceTable, currency: string): Map<number, BottlePrice> {
  return new Map(
    [...prices].flatMap(([bottle, byCurrency]) => {
      const price = byCurrency.get(currency);
      return price ? [[bottle, price] as const] : [];
    }),
  );
}
