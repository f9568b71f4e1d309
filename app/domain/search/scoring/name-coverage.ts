import { firstWordOf, maxNameWords, repeatsBrand, wordCountOf } from "../index/occurrence.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";
import { wordRole } from "../text/word-roles.ts";

/** How much of a name a query covers. Reused for all perfumes; call `reset` first. */
export class NameCoverage {
  #length = 0;
  #weights = new Float64Array(maxNameWords + 1);
  /** per word, the quality of the best match that covers it; 0 for none */
  #covered = new Float64Array(maxNameWords + 1);

  reset(length: number): void {
    this.#length = length;
    // A loop, because `fill` takes longer for so few.
    for (let word = 0; word < length; word++) this.#covered[word] = 0;
  }

  weigh(place: number, role: number, termWeight: number, query: WeightedQuery): void {
    this.#weights[firstWordOf(place)] = repeatsBrand(place)
      ? repeatedBrandWeight
      : nameWordWeight(role, termWeight, query);
  }

  cover(place: number, quality: number): void {
    const first = firstWordOf(place);
    const count = wordCountOf(place);
    const end = count === 0 ? this.#length : Math.min(this.#length, first + count);
    for (let word = first; word < end; word++) {
      if (quality > this.#covered[word]!) this.#covered[word] = quality;
    }
  }

  share(): number {
    let total = 0;
    let covered = 0;
    for (let word = 0; word < this.#length; word++) {
      total += this.#weights[word]!;
      covered += this.#weights[word]! * this.#covered[word]!;
    }
    return total > 0 ? covered / total : 0;
  }

  isContinued(): boolean {
    let word = 0;
    while (word < this.#length && this.#covered[word]! > 0) word++;
    const covered = word;
    while (word < this.#length && this.#covered[word] === 0) word++;
    return covered > 0 && covered < word && word === this.#length;
  }

  /** Ignores a word that only repeats the brand. */
  coversFirstWord(): boolean {
    return this.#length > 0 && this.#weights[0] !== repeatedBrandWeight && this.#covered[0]! > 0;
  }
}

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
const repeatedBrandWeight = 0.1;

function nameWordWeight(role: number, termWeight: number, query: WeightedQuery): number {
  switch (role) {
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
