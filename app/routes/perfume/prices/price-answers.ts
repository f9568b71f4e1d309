import { isDoubted } from "#app/domain/catalog/dupe-order.ts";
import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import { arrange, chosen, type Order } from "#app/domain/prices/arrange.ts";
import type { BottlePrice } from "#app/domain/prices/bottle-prices.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { PriceAnswer } from "./price-bar.tsx";

const sorts = { closest: "similarity", cheapest: "price", bestValue: "value" } as const;

/** What the first card says in each order, unless every dupe is doubted (RULES.md 1.7, 4.8). @param dupes sorted by similarity */
export function answersOf(
  lang: Language,
  dupes: Relation[],
  prices: ReadonlyMap<number, BottlePrice>,
  max: number | null,
): PriceAnswer[] {
  return (["closest", "cheapest", "bestValue"] as const).flatMap((of): PriceAnswer[] => {
    const order = { sort: sorts[of], max };
    const [first] = arrange(dupes, prices, order).shown;
    const figure =
      first && !isDoubted(first)
        ? figureOf(lang, first, prices.get(first.bottleId), order)
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
): string | undefined {
  const format = formatIn(lang);
  if (order.sort === "similarity") {
    const similarity = knownSimilarity(dupe);
    return similarity === null ? undefined : format.percent(similarity);
  }
  if (!price) return undefined;
  const { amount, per100ml, currency } = chosen(price, order);
  return writeAmount(format, order.sort === "price" ? amount : per100ml, currency);
}
