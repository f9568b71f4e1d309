import { wordRole } from "./text/word-roles.ts";
import type { Query } from "./query.ts";

/** What a word of a name is worth that only repeats the house. */
export const ownWorth = 0.1;

/** Worth of a name's words, and how far each is explained, in; the explained share of the whole name, 0 to 1, out. */
export function toldShare(worth: Float64Array, explained: Float64Array, length: number): number {
  let whole = 0;
  let told = 0;
  for (let word = 0; word < length; word++) {
    whole += worth[word]!;
    told += worth[word]! * explained[word]!;
  }
  return whole > 0 ? told / whole : 0;
}

/**
 * How much of a name a word makes up, 0 to 1: what it costs when the query does not say it.
 * @param kind the word's role
 * @param weight how telling the word is in this catalogue, 0 to 1
 */
export function worthOf(kind: number, weight: number, query: Query): number {
  switch (kind) {
    case wordRole.function:
      return 0.08;
    case wordRole.year:
      return 0.12;
    case wordRole.concentration:
      return query.wantsStrength ? 0.5 : 0.18;
    case wordRole.gender:
      return query.wantsGender ? 0.6 : 0.3;
    case wordRole.filler:
      return 0.3;
    case wordRole.flanker:
      return 0.7;
    default:
      return 0.45 + 0.5 * weight;
  }
}
