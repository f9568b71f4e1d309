import { parseAmount } from "./amounts.ts";
import type { BottlePrice } from "./bottle-prices.ts";

export const sorts = ["similarity", "price", "value"] as const;
export type Sort = (typeof sorts)[number];

/** `text` is untrusted. */
export function readSort(text: string | null): Sort {
  return sorts.find((sort) => sort === text) ?? "similarity";
}

/** @returns minor units; null for an empty text, "wrong" for an invalid one */
export function readMax(text: string | null, currency: string): number | null | "wrong" {
  if (text === null || text.trim() === "") return null;
  return parseAmount(text, currency) ?? "wrong";
}

export interface Arranged<Dupe> {
  shown: Dupe[];
  /** hidden by the filter: dearer than the maximum, or without a price */
  dearer: number;
  unknown: number;
}

/** Dupes without a price come last, in their order (RULES.md 4.8). `max` is in minor units. */
export function arrange<Dupe extends { bottleId: number }>(
  dupes: readonly Dupe[],
  prices: ReadonlyMap<number, BottlePrice>,
  { sort, max }: { sort: Sort; max: number | null },
): Arranged<Dupe> {
  const costs = (dupe: Dupe) => prices.get(dupe.bottleId)?.cheapest.amount;
  const shown = dupes.filter((dupe) => max === null || (costs(dupe) ?? Infinity) <= max);
  const unknown = max === null ? 0 : dupes.filter((dupe) => costs(dupe) === undefined).length;
  return {
    shown: inOrder(shown, prices, sort),
    dearer: dupes.length - shown.length - unknown,
    unknown,
  };
}

function inOrder<Dupe extends { bottleId: number }>(
  dupes: Dupe[],
  prices: ReadonlyMap<number, BottlePrice>,
  sort: Sort,
): Dupe[] {
  if (sort === "similarity") return dupes;
  const rank = ({ bottleId }: Dupe) => {
    const price = prices.get(bottleId);
    if (!price) return Infinity;
    return sort === "price" ? price.cheapest.amount : price.bestPer100ml;
  };
  // Infinity − Infinity is NaN.
  return dupes.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** null without data (RULES.md 4.8) */
export interface Answers<Dupe> {
  closest: Dupe | null;
  cheapest: Dupe | null;
  bestValue: Dupe | null;
}

export function answers<Dupe extends { bottleId: number }>(
  dupes: readonly Dupe[],
  prices: ReadonlyMap<number, BottlePrice>,
  similarity: (dupe: Dupe) => number | null,
): Answers<Dupe> {
  const priced = dupes.filter(({ bottleId }) => prices.has(bottleId));
  const first = (sort: Sort) => inOrder(priced, prices, sort)[0] ?? null;
  return {
    closest: dupes.find((dupe) => similarity(dupe) !== null) ?? null,
    cheapest: first("price"),
    bestValue: first("value"),
  };
}
