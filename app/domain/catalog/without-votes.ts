import { byEvidence } from "./dupe-order.ts";
import type { Relation } from "./relations.ts";
import { similarity } from "./similarity.ts";

/** Relations as they were before anybody voted, in the order they had then (RULES.md 1.7). */
export const withoutVotes = (relations: Relation[]): Relation[] =>
  relations
    .map((one) => ({
      ...one,
      likes: 0,
      dislikes: 0,
      porcentaje: similarity(0, 0, one.estimacion),
    }))
    .toSorted(byEvidence);
