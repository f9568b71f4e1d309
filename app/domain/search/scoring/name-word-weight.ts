import { wordRole } from "../text/word-roles.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

/**
 * Weight of a word of a name by its role: what it costs when the query does not have it. Each trades alike: higher puts
 * names with such a word further behind names without.
 */
const functionWordWeight = 0.08;
const yearWeight = 0.12;
const fillerWeight = 0.3;
const flankerWeight = 0.7;
/** Gender and concentration cost more where the query asks for one: it then is not this one. */
const concentrationWeight = { askedFor: 0.5, notAskedFor: 0.18 } as const;
const genderWeight = { askedFor: 0.6, notAskedFor: 0.3 } as const;
/** Any other word weighs a base and more the rarer it is: a higher base puts short names first. */
const contentBaseWeight = 0.45;
const contentTermWeightFactor = 0.5;

/** Weight of a word of a name that only repeats the brand ("Bleu de Chanel"): people leave it out. */
export const repeatedBrandWeight = 0.1;

/**
 * The weight of a word of a perfume's name, from 0 to 1.
 * @param role the word's `wordRole`
 * @param termWeight the word's termWeight
 */
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
