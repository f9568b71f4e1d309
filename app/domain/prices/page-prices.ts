import type { Db } from "#db/database.ts";
import type { Language } from "#app/i18n/languages.ts";
import { currenciesOf, pageCurrency, pricesIn } from "./page-currency.ts";
import { type BottlePrice, bestOffers } from "./bottle-prices.ts";

export interface PagePrices {
  currency: string;
  /** all currencies the page can use, most wanted first */
  choices: string[];
  prices: ReadonlyMap<number, BottlePrice>;
}

/** `asked` is untrusted. Originals decide the currency only without dupes (RULES.md 4.7). */
export async function pagePrices(
  db: Db,
  bottle: number,
  { dupes, originals }: { dupes: readonly number[]; originals: readonly number[] },
  { language, asked, now }: { language: Language; asked: string | null; now: Date },
): Promise<PagePrices> {
  const listed = [...dupes, ...originals];
  const known = await bestOffers(db, [bottle, ...listed], { now });
  const wanted = currenciesOf(language, asked);
  const currency = pageCurrency(wanted, known, bottle, dupes.length > 0 ? dupes : originals);
  const priced = new Set(listed.flatMap((id) => [...(known.get(id)?.keys() ?? [])]));
  const inOrder = [...wanted, ...currenciesOf(language, null), ...[...priced].sort()];
  const choices = [...new Set(inOrder)].filter((one) => one === currency || priced.has(one));
  return { currency, choices, prices: pricesIn(known, currency) };
}
