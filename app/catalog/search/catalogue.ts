import type { Lists } from "./columns.ts";

/**
 * A perfume's name is kept as cells. A cell is one term of the name and the stretch of words that it stands for:
 * a word ("libre"), neighbours glued ("jadore"), the whole name glued ("blackopium"), initials ("=br540").
 * Packed into 32 bits: term 23, first word 4, number of words 4 (0: up to the end), the house's own name 1.
 */
export const packCell = (term: number, first: number, words: number, own: boolean) =>
  ((term << 9) | (first << 5) | (words << 1) | (own ? 1 : 0)) >>> 0;
export const cellTerm = (cell: number) => cell >>> 9;
export const cellFirst = (cell: number) => (cell >>> 5) & 15;
export const cellWords = (cell: number) => (cell >>> 1) & 15;
export const cellIsOwn = (cell: number) => (cell & 1) === 1;

/** Words of a name beyond this many are not looked at. */
export const longestName = 15;

/** What a search reads. Perfumes are numbered by fame, the most famous first, so every list of them is best first. */
export type Catalogue = {
  size: number;
  ids: Float64Array;
  /** 0 to 1 */
  fame: Float32Array;
  houseOf: Uint32Array;
  /** perfume → cells */
  names: Lists;
  /** perfume → how many words its name has */
  nameLength: Uint8Array;
  /** term → perfumes that have it in their name */
  namedBy: Lists;
  /** house → its terms */
  houseTerms: Lists;
  /** term → houses */
  housesBy: Lists;
  /** house → its perfumes */
  perfumesOf: Lists;
  /** other names and initials of houses, glued, → houses */
  aliases: Map<string, number[]>;
  initials: Map<string, number[]>;
  terms: Terms;
};

/** All terms in alphabetical order, and ways to find the ones that a person may have meant. */
export type Terms = {
  texts: string[];
  /** term → how telling it is, 0 (in every name) to 1 */
  weight: Float32Array;
  /** term → one of the roles of roles.ts */
  role: Uint8Array;
  /** terms that can be mistyped, short ones first; lengths[n] is where those of n letters begin */
  byLength: Uint32Array;
  lengths: Uint32Array;
  /** letters used by each of byLength */
  letters: Uint32Array;
  /** sound bucket → terms */
  bySkeleton: Lists;
};
