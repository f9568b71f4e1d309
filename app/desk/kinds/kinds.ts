import type { ItemKind } from "../items.ts";
import { heldPrices } from "./prices.ts";
import type { QueueKind } from "./kind.ts";
import { reportedReviews } from "./reviews.ts";
import { suggestions } from "./suggestions.ts";

const kinds: Record<ItemKind, QueueKind> = {
  perfume: suggestions("perfume"),
  dupe: suggestions("dupe"),
  price: heldPrices,
  review: reportedReviews,
};

/** @returns how operators decide on a kind of items */
export const kindOf = (kind: ItemKind): QueueKind => kinds[kind];
