import { isDisputed, isRejected } from "#app/domain/catalog/dupe-order.ts";
import { parseAmount } from "./amounts.ts";
import type { BottlePrice } from "./bottle-prices.ts";
import type { ShownSighting } from "./sightings.ts";

export const sorts = ["similarity", "price", "value", "lasting"] as const;
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

export interface Order {
  sort: Sort;
  max: number | null;
  lasting?: ReadonlyMap<number, number>;
}

/** The sighting that a dupe's card speaks of (RULES.md 4.5). */
export const chosen = (price: BottlePrice, { sort, max }: Order): ShownSighting =>
  sort === "price" || max !== null ? price.cheapest : price.reference;

interface Arranged<Dupe> {
  shown: Dupe[];
  /** hidden by the filter: dearer than the maximum, or without a price */
  dearer: number;
  unknown: number;
}

type Listed = Parameters<typeof isRejected>[0] &
  Parameters<typeof isDisputed>[0] & { bottleId: number };

/** Dupes without a price, or of which nobody knows how long they last, come last, in their order, then those about which sources disagree, then those that most people reject (RULES.md 1.7, 4.8). */
export function arrange<Dupe extends Listed>(
  dupes: readonly Dupe[],
  prices: ReadonlyMap<number, BottlePrice>,
  order: Order,
): Arranged<Dupe> {
  const { max } = order;
  const costs = (dupe: Dupe) => prices.get(dupe.bottleId)?.cheapest.amount;
  const shown = dupes.filter((dupe) => max === null || (costs(dupe) ?? Infinity) <= max);
  const unknown = max === null ? 0 : dupes.filter((dupe) => costs(dupe) === undefined).length;
  return {
    shown: inOrder(shown, prices, order),
    dearer: dupes.length - shown.length - unknown,
    unknown,
  };
}

const doubts = (dupe: Listed) => (isRejected(dupe) ? 2 : Number(isDisputed(dupe)));

function inOrder<Dupe extends Listed>(
  dupes: Dupe[],
  prices: ReadonlyMap<number, BottlePrice>,
  order: Order,
): Dupe[] {
  if (order.sort === "similarity") return dupes;
  const rank = ({ bottleId }: Dupe) => {
    if (order.sort === "lasting") return -(order.lasting?.get(bottleId) ?? -Infinity);
    const price = prices.get(bottleId);
    if (!price) return Infinity;
    const { amount, per100ml } = chosen(price, order);
    return order.sort === "price" ? amount : per100ml;
  };
  return dupes.toSorted(
    (a, b) =>
      doubts(a) - doubts(b) ||
      // Infinity − Infinity is NaN.
      (rank(a) === rank(b) ? 0 : rank(a) - rank(b)),
  );
}
