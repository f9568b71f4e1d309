import type { ItemKind } from "../items.ts";
import { heldPrices } from "./prices.ts";
import type { QueueKind } from "./kind.ts";
import { suggestions } from "./suggestions.ts";

const kinds: Partial<Record<ItemKind, QueueKind>> = {
  perfume: suggestions("perfume"),
  dupe: suggestions("dupe"),
  price: heldPrices,
  // `review`: with the reports of reviews, here and in db/desk/queue.ts.
};

/** @returns how operators decide on a kind of items; undefined while there are none of that kind */
export const kindOf = (kind: ItemKind): QueueKind | undefined => kinds[kind];
