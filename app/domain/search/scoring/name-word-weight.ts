import { wordRole } from "../text/word-roles.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

const functionWordWeight = 0.08;
const yearWeight = 0.12;
const fillerWeight = 0.3;
const flankerWeight = 0.7;
/** Higher when the query contains a concentration, because it then means no other. */
const concentrationWeight = { askedFor: 0.5, notAskedFor: 0.18 } as const;
const genderWeight = { askedFor: 0.6, notAskedFor: 0.3 } as const;
const contentBaseWeight = 0.45;
const contentTermWeightFactor = 0.5;

/** Low, because people omit a brand repeated in the name ("Bleu de Chanel"). */
export const repeatedBrandWeight = 0.1;

export function nameWordWeight(role: number, termWeight: number, query: WeightedQuery): number {
  switch (role) {
    case wordRole.content:
      return contentBaseWeight + contentTermWeightFactor * termWeight;
    case wordRole.function:
      return functionWordWeight;
    case wordRole.year:
      return yearWeight;
    case wordRole.concentration:
      return query.asksForConcentration
        ? concentrationWeight.askedFor
        : concentrationWeight.notAskedFor;
    case wordRole.gender:
      return query.asksForGender ? genderWeight.askedFor : genderWeight.notAskedFor;
    case wordRole.filler:
      return fillerWeight;
    case wordRole.flanker:
      return flankerWeight;
    default:
      return contentBaseWeight + contentTermWeightFactor * termWeight;
  }
}
