import type { NoteLists } from "./note-lists.ts";
import type { PackedLists } from "./packed-lists.ts";

/**
 * A "perfume" is one name of a bottle; perfumes are numbered by popularity, so every list is best first. Postings map
 * a term to perfumes or brands; `brandTerms` and `perfumesOfBrand` are keyed by brand, everything else by perfume.
 */
export type InvertedIndex = {
  size: number;
  /** perfume → the perfume with its bottle's main name */
  bottleOf: Uint32Array;
  ids: Float64Array;
  popularity: Float32Array;
  /** 1 for names that shoppers read off a bottle */
  isReadOff: Uint8Array;
  edition: Uint16Array;
  notes: NoteLists;
  brandOf: Uint32Array;
  occurrences: PackedLists;
  nameLength: Uint8Array;
  namePostings: PackedLists;
  brandPostings: PackedLists;
  brandLength: Uint8Array;
  brandTerms: PackedLists;
  perfumesOfBrand: PackedLists;
  brandNames: BrandNames;
  terms: TermDictionary;
};

export type BrandNames = {
  /** joined name → the largest brand of that name */
  names: ReadonlyMap<string, number>;
  aliases: ReadonlyMap<string, readonly number[]>;
  initials: ReadonlyMap<string, readonly number[]>;
};

/** Terms are numbered in alphabetical order. */
export type TermDictionary = {
  texts: string[];
  /** inverse document frequency, from 0 (in every name) to 1 (in one) */
  termWeight: Float32Array;
  role: Uint8Array;
  /** terms that can be mistyped, short ones first */
  byLength: Uint32Array;
  /** `lengthStarts[n]` is where the terms of n letters begin in `byLength` */
  lengthStarts: Uint32Array;
  letterSets: Uint32Array;
  /** words of names and brands, without derived terms */
  plainWords: Uint32Array;
  byPhoneticBucket: PackedLists;
};
