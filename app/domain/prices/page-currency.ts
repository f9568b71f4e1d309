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

/** `asked` is untrusted. */
export function pagePrices(
  known: PriceTable,
  bottle: number,
  { dupes, originals }: { dupes: readonly number[]; originals: readonly number[] },
  { language, asked }: { language: Language; asked: string | null },
): PagePrices {
  const listed = [...dupes, ...originals];
  const wanted = currenciesOf(language, asked);
  const currency = pageCurrency(wanted, known, [bottle, ...listed]);
  const priced = new Set(listed.flatMap((id) => [...(known.get(id)?.keys() ?? [])]));
  const inOrder = [...wanted, ...currenciesOf(language, null), ...[...priced].sort()];
  const choices = [...new Set(inOrder)].filter((one) => one === currency || priced.has(one));
  return { currency, choices, prices: pricesIn(known, currency) };
}

export function currenciesOf(language: Language, asked: string | null): readonly string[] {
  const wanted = asked === null ? null : readCurrency(asked);
  return wanted === null ? ofLanguage[language] : [wanted];
}

/** Of the currencies, the first that most bottles of the page have operators' prices in; where none has, vouched ones, else any (RULES.md 4.7). */
export function pageCurrency(
  currencies: readonly string[],
  prices: PriceTable,
  bottles: readonly number[],
): string {
  const most = (isCounted: (price: BottlePrice) => boolean) => {
    const counts = currencies.map((currency) => {
      const known = bottles.flatMap((bottle) => prices.get(bottle)?.get(currency) ?? []);
      return known.filter(isCounted).length;
    });
    const highest = Math.max(...counts);
    return highest > 0 ? currencies[counts.indexOf(highest)] : undefined;
  };
  return (
    most(({ isOfficial }) => isOfficial) ??
    most(({ isVouched }) => isVouched) ??
    most(() => true) ??
    currencies[0]!
  );
}

export function pricesIn(prices: PriceTable, currency: string): Map<number, BottlePrice> {
  return new Map(
    [...prices].flatMap(([bottle, byCurrency]) => {
      const price = byCurrency.get(currency);
      return price ? [[bottle, price] as const] : [];
    }),
  );
}
