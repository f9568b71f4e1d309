import { firstWordOf, maxNameWords, repeatsBrand, wordCountOf } from "../index/occurrence.ts";
import { nameWordWeight, repeatedBrandWeight } from "./name-word-weight.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

/** How much of a perfume's name a query covers. One object is used for all perfumes, one after the other. */
export class NameCoverage {
  #length = 0;
  /** word of the name → its weight */
  #weights = new Float64Array(maxNameWords + 1);
  /** word of the name → quality of the best match that covers it, 0 if none */
  #covered = new Float64Array(maxNameWords + 1);

  /** To be called first for each perfume. */
  reset(length: number): void {
    this.#length = length;
    // A loop, because `fill` takes longer for so few.
    for (let word = 0; word < length; word++) this.#covered[word] = 0;
  }

  /** Sets what a word of the name weighs. */
  weigh(place: number, role: number, termWeight: number, query: WeightedQuery): void {
    this.#weights[firstWordOf(place)] = repeatsBrand(place)
      ? repeatedBrandWeight
      : nameWordWeight(role, termWeight, query);
  }

  /** Notes that a match of this quality covers a place in the name. */
  cover(place: number, quality: number): void {
    const first = firstWordOf(place);
    const count = wordCountOf(place);
    const end = count === 0 ? this.#length : Math.min(this.#length, first + count);
    for (let word = first; word < end; word++) {
      if (quality > this.#covered[word]!) this.#covered[word] = quality;
    }
  }

  /** The covered share of the name, 0 to 1, words by their weights. */
  share(): number {
    let total = 0;
    let covered = 0;
    for (let word = 0; word < this.#length; word++) {
      total += this.#weights[word]!;
      covered += this.#weights[word]! * this.#covered[word]!;
    }
    return total > 0 ? covered / total : 0;
  }

  /** Whether the first words are covered and at least one word more follows. */
  isContinued(): boolean {
    let word = 0;
    while (word < this.#length && this.#covered[word]! > 0) word++;
    const covered = word;
    while (word < this.#length && this.#covered[word] === 0) word++;
    return covered > 0 && covered < word && word === this.#length;
  }

  /** Whether the first word is covered and does not only repeat the brand. */
  coversFirstWord(): boolean {
    return this.#length > 0 && this.#weights[0] !== repeatedBrandWeight && this.#covered[0]! > 0;
  }
}
