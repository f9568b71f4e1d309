import { maxTermNumber } from "../index/occurrence.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { PackedLists } from "../index/packed-lists.ts";
import { isSingleWord, type Matches, spanStart } from "../query/matches.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

const maxCandidates = 4_000;
/** Taken from each postings list unconditionally, by its quality. */
const perList = { strong: 600, middling: 120, weak: 40 } as const;
/** Lists of this quality are read to the end while there is room. */
const strongQuality = 0.85;
const middlingQuality = 0.5;
/** Below strong, because two letters would otherwise add the whole catalogue. */
const prefixListQuality = 0.8;
const stopwordListQuality = 0.3;
/** Words with at most this miss cost count as stopwords here. */
const maxStopwordMissCost = 0.1;
const maxTermsPerPrefix = 60;
const maxBrandsPerTerm = 40;

type PostingsList = { items: Uint32Array; from: number; to: number; quality: number };

/** Collects the most popular of every list, then strong lists in full, shortest first, so that a common word never adds everything. */
export class Candidates {
  readonly perfumes = new Uint32Array(maxCandidates);
  length = 0;
  readonly #index: InvertedIndex;
  /** perfume → the last query with it as a candidate */
  readonly #lastQuery: Uint16Array;
  #query = 0;

  constructor(index: InvertedIndex) {
    this.#index = index;
    this.#lastQuery = new Uint16Array(index.size);
  }

  collect(matches: Matches, query: WeightedQuery): void {
    this.length = 0;
    if (this.#query === 65_535) this.#lastQuery.fill(0);
    this.#query = (this.#query % 65_535) + 1;
    const lists = this.#postingsLists(matches, query);
    for (const list of lists) {
      if (list.quality >= strongQuality) this.#add(list, perList.strong);
      else this.#add(list, list.quality > middlingQuality ? perList.middling : perList.weak);
    }
    for (const list of lists) if (list.quality >= strongQuality) this.#add(list, maxCandidates);
  }

  #postingsLists(matches: Matches, query: WeightedQuery): PostingsList[] {
    const { namePostings, brandPostings, perfumesOfBrand } = this.#index;
    const lists: PostingsList[] = [];
    const add = ({ starts, items }: PackedLists, key: number, quality: number) =>
      lists.push({ items, from: starts[key]!, to: starts[key + 1]!, quality });
    const addTerm = (term: number, quality: number) => {
      add(namePostings, term, quality);
      const { starts, items } = brandPostings;
      const end = Math.min(starts[term + 1]!, starts[term]! + maxBrandsPerTerm);
      for (let at = starts[term]!; at < end; at++) add(perfumesOfBrand, items[at]!, quality);
    };
    for (const term of matches.terms)
      addTerm(term, bestQuality(matches, matches.ofTerm(term), query));
    for (const brand of matches.brands)
      add(perfumesOfBrand, brand, bestQuality(matches, matches.ofBrand(brand), query));
    for (const { low, high } of matches.prefixes)
      for (const term of this.#mostPopularTerms(low, high)) addTerm(term, prefixListQuality);
    return lists.sort((a, b) => a.to - a.from - (b.to - b.from));
  }

  #mostPopularTerms(low: number, high: number): Iterable<number> {
    const terms = Array.from({ length: high - low }, (_, i) => low + i);
    if (terms.length <= maxTermsPerPrefix) return terms;
    // Rank and term in one number, because typed arrays sort several times faster than arrays with a comparator.
    const keys = Float64Array.from(terms, (term) => this.#bestPerfume(term) * maxTermNumber + term);
    return keys
      .sort()
      .subarray(0, maxTermsPerPrefix)
      .map((key) => key % maxTermNumber);
  }

  #bestPerfume(term: number): number {
    const { namePostings, brandPostings, perfumesOfBrand, size } = this.#index;
    const byName = firstOf(namePostings, term, size);
    const brand = firstOf(brandPostings, term, -1);
    return brand < 0 ? byName : Math.min(byName, firstOf(perfumesOfBrand, brand, size));
  }

  #add({ items, from, to }: PostingsList, limit: number): void {
    const end = Math.min(to, from + limit);
    for (let at = from; at < end && this.length < maxCandidates; at++) {
      const perfume = items[at]!;
      if (this.#lastQuery[perfume] === this.#query) continue;
      this.#lastQuery[perfume] = this.#query;
      this.perfumes[this.length++] = perfume;
    }
  }
}

const firstOf = ({ starts, items }: PackedLists, key: number, none: number): number =>
  starts[key]! < starts[key + 1]! ? items[starts[key]!]! : none;

function bestQuality(matches: Matches, first: number, query: WeightedQuery): number {
  let best = 0;
  for (let at = first; at >= 0; at = matches.next[at]!) {
    const span = matches.span[at]!;
    const isStopword =
      isSingleWord(span) && query.missCosts[spanStart(span)]! <= maxStopwordMissCost;
    const quality = isStopword ? stopwordListQuality : matches.quality[at]!;
    if (quality > best) best = quality;
  }
  return best;
}
