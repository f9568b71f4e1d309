import type { PackedLists } from "./packed-lists.ts";

/**
 * All that a search reads. A "perfume" here is one name of a bottle: its own, or another one. Perfumes are numbered by popularity, the most popular first, so that every postings list has its
 * best perfumes first.
 */
export type InvertedIndex = {
  /** number of perfumes */
  size: number;
  /** perfume → the perfume that is its bottle's own name */
  bottleOf: Uint32Array;
  /** perfume → the caller's id */
  ids: Float64Array;
  /** perfume → 0 to 1 */
  popularity: Float32Array;
  /** perfume → 1 for names of look-alikes, other names and codes: shoppers read them off the bottle */
  isReadOff: Uint8Array;
  /** perfume → brand */
  brandOf: Uint32Array;
  /** perfume → packed occurrences of terms in its name */
  occurrences: PackedLists;
  /** perfume → how many words its name has */
  nameLength: Uint8Array;
  /** term → perfumes that have it in their name */
  namePostings: PackedLists;
  /** term → brands that have it in their name */
  brandPostings: PackedLists;
  /** brand → how many words its name has */
  brandLength: Uint8Array;
  /** brand → terms of its name */
  brandTerms: PackedLists;
  /** brand → its perfumes */
  perfumesOfBrand: PackedLists;
  brandNames: BrandNames;
  terms: TermDictionary;
};

/** Names of brands, written together. */
export type BrandNames = {
  /** the whole name → the greatest brand of that name */
  names: ReadonlyMap<string, number>;
  /** other names → brands, the greatest first */
  aliases: ReadonlyMap<string, readonly number[]>;
  initials: ReadonlyMap<string, readonly number[]>;
};

/** All terms in alphabetical order, and ways to find the ones that a person may have meant. */
export type TermDictionary = {
  /** term → its text */
  texts: string[];
  /** term → inverse document frequency, from 0 (in every name) to 1 */
  termWeight: Float32Array;
  /** term → a `wordRole` */
  role: Uint8Array;
  /** terms that can be mistyped, short ones first */
  byLength: Uint32Array;
  /** `lengthStarts[n]` is where the terms of n letters begin in `byLength` */
  lengthStarts: Uint32Array;
  /** `letterSets[i]` is the letter set of term `byLength[i]` */
  letterSets: Uint32Array;
  /** words of names and brands; all other terms are derived from several words, or are no words */
  plainWords: Uint32Array;
  /** phonetic bucket → terms */
  byPhoneticBucket: PackedLists;
};
