import { suggestedFacts } from "./facts-kind.ts";
import type { ItemKind } from "./items.ts";
import { heldPrices } from "./price-kind.ts";
import type { QueueKind } from "./queue-kind.ts";
import { reportedReviews } from "./review-kind.ts";
import { suggestedSources } from "./source-kind.ts";
import { suggestions } from "./suggestion-kind.ts";

const kinds: Record<ItemKind, QueueKind> = {
  perfume: suggestions("perfume"),
  dupe: suggestions("dupe"),
  facts: suggestedFacts,
  source: suggestedSources,
  price: heldPrices,
  review: reportedReviews,
};

export const kindOf = (kind: ItemKind): QueueKind => kinds[kind];
