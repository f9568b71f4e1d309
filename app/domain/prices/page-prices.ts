import { readCurrency } from "./currencies.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { BottlePrice, PriceTable } from "./bottle-prices.ts";

const euro = ["EUR"] as const;

/** most wanted first (RULES.md 4.7) */
const ofLanguage: Record<Language, readonly string[]> = {
  es: euro,
  en: ["USD", "GBP", "EUR"],
  fr: euro,
  de: euro,
  it: euro,
  pt: euro,
};

export interface PagePrices {
  currency: string;
  /** all currencies the page can use, most wanted first */
  choices: string[];
  prices: ReadonlyMap<number, BottlePrice>;
}

/** `asked` is untrusted. Originals decide the currency only without dupes (RULES.md 4.7). */
export function pagePrices(
  known: PriceTable,
  bottle: number,
  { dupes, originals }: { dupes: readonly number[]; originals: readonly number[] },
  { language, asked }: { language: Language; asked: string | null },
): PagePrices {
  const listed = [...dupes, ...originals];
  const wanted = currenciesOf(language, asked);
  const currency = pageCurrency(wanted, known, bottle, dupes.length > 0 ? dupes : originals);
  const priced = new Set(listed.flatMap((id) => [...(known.get(id)?.keys() ?? [])]));
  const inOrder = [...wanted, ...currenciesOf(language, null), ...[...priced].sort()];
  const choices = [...new Set(inOrder)].filter((one) => one === currency || priced.has(one));
  return { currency, choices, prices: pricesIn(known, currency) };
}

export function currenciesOf(language: Language, asked: string | null): readonly string[] {
  const wanted = asked === null ? null : readCurrency(asked);
  return wanted === null ? ofLanguage[language] : [wanted];
}

/** The first currency with prices of the original and most dupes, else the last. One person's prices displace none that others stand behind (RULES.md 4.7). */
export function pageCurrency(
  currencies: readonly string[],
  prices: PriceTable,
  original: number,
  dupes: readonly number[],
): string {
  const isVouched = (bottle: number, currency: string) =>
    prices.get(bottle)?.get(currency)?.isVouched === true;
  const has = (bottle: number, currency: string) =>
    isVouched(bottle, currency) ||
    (prices.get(bottle)?.has(currency) === true &&
      !currencies.some((other) => isVouched(bottle, other)));
  const qualifies = (currency: string) =>
    has(original, currency) &&
    (dupes.length === 0 || 2 * dupes.filter((dupe) => has(dupe, currency)).length > dupes.length);
  return currencies.find(qualifies) ?? currencies.at(-1)!;
}

export function pricesIn(prices: PriceTable, currency: string): Map<number, BottlePrice> {
  return new Map(
    [...prices].flatMap(([bottle, byCurrency]) => {
      const price = byCurrency.get(currency);
      return price ? [[bottle, price] as const] : [];
    }),
  );
}
