import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import { answers } from "#app/domain/prices/arrange.ts";
import type { BottlePrice } from "#app/domain/prices/bottle-prices.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { PriceAnswer } from "./price-bar.tsx";

/** The closest dupe, the cheapest, and the cheapest per ml, each linked to its card. @param dupes sorted by similarity */
export function answersOf(
  lang: Language,
  dupes: Relation[],
  prices: ReadonlyMap<number, BottlePrice>,
): PriceAnswer[] {
  const format = formatIn(lang);
  const { closest, cheapest, bestValue } = answers(dupes, prices, knownSimilarity);
  const cost = ({ bottleId }: Relation, amountOf: (price: BottlePrice) => number) => {
    const price = prices.get(bottleId)!;
    return writeAmount(format, amountOf(price), price.currency);
  };
  const answer = (of: PriceAnswer["of"], { id, nombre }: Relation, figure: string) => [
    { of, id, nombre, figure },
  ];
  return [
    closest ? answer("closest", closest, format.percent(knownSimilarity(closest)!)) : [],
    cheapest
      ? answer(
          "cheapest",
          cheapest,
          cost(cheapest, (price) => price.cheapest.amount),
        )
      : [],
    bestValue
      ? answer("bestValue", bestValue, `${cost(bestValue, (price) => price.bestPer100ml)}/100 ml`)
      : [],
  ].flat();
}
