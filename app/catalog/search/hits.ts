/** A stretch of query words is numbered by where it begins and how many words (1 to 4) it has. */
export const longestStretch = 4;
export const stretchOf = (from: number, words: number) => from * longestStretch + words - 1;

/** How well a stretch of the query agrees with a term or a house, and how surely that is no accident; both 0 to 1. */
export type Hit = { stretch: number; quality: number; trust: number };

/** Terms that begin with what was typed last: from `low` up to `high`. */
export type Range = Hit & { low: number; high: number; letters: number };

/** All agreements of one query, looked up by term or by house. Made once per index and emptied before each query. */
export class Hits {
  readonly stretch: number[] = [];
  readonly quality: number[] = [];
  readonly trust: number[] = [];
  readonly next: number[] = [];
  readonly terms: number[] = [];
  readonly houses: number[] = [];
  readonly ranges: Range[] = [];
  #firstOfTerm: Int32Array;
  #firstOfHouse: Int32Array;

  constructor(terms: number, houses: number) {
    this.#firstOfTerm = new Int32Array(terms).fill(-1);
    this.#firstOfHouse = new Int32Array(houses).fill(-1);
  }

  clear(): void {
    for (const term of this.terms) this.#firstOfTerm[term] = -1;
    for (const house of this.houses) this.#firstOfHouse[house] = -1;
    for (const list of [
      this.stretch,
      this.quality,
      this.trust,
      this.next,
      this.terms,
      this.houses,
      this.ranges,
    ]) {
      list.length = 0;
    }
  }

  /** The first hit of a term, -1 if none; further ones are in `next`. */
  ofTerm(term: number): number {
    return this.#firstOfTerm[term]!;
  }

  ofHouse(house: number): number {
    return this.#firstOfHouse[house]!;
  }

  addTerm(term: number, hit: Hit): void {
    if (this.#firstOfTerm[term] === -1) this.terms.push(term);
    this.#firstOfTerm[term] = this.#add(this.#firstOfTerm[term]!, hit);
  }

  addHouse(house: number, hit: Hit): void {
    if (this.#firstOfHouse[house] === -1) this.houses.push(house);
    this.#firstOfHouse[house] = this.#add(this.#firstOfHouse[house]!, hit);
  }

  #add(first: number, hit: Hit): number {
    for (let at = first; at >= 0; at = this.next[at]!) {
      if (this.stretch[at] !== hit.stretch) continue;
      if (hit.quality > this.quality[at]!) this.quality[at] = hit.quality;
      if (hit.trust > this.trust[at]!) this.trust[at] = hit.trust;
      return first;
    }
    this.stretch.push(hit.stretch);
    this.quality.push(hit.quality);
    this.trust.push(hit.trust);
    return this.next.push(first) - 1;
  }
}
