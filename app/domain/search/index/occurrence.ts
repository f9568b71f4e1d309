/**
 * An occurrence is a term in a perfume's name with the words of the name that it stands for: one word ("libre"), neighbours
 * written together ("jadore"), the whole name written together ("blackopium"), or initials ("=br540").
 *
 * Packed into 32 bits: term 23, first word 4, number of words 4 (0: up to the end of the name), whether the word only
 * repeats the brand 1. What is not the term is the occurrence's place in the name.
 */
const placeBits = 9;
const placeMask = (1 << placeBits) - 1;

export const maxTermNumber = 1 << 23;
/** Words of a name beyond this many are not indexed: the first word has to fit into 4 bits. */
export const maxNameWords = 15;

export const packOccurrence = (
  term: number,
  firstWord: number,
  wordCount: number,
  repeatsBrand: boolean,
) => ((term << placeBits) | (firstWord << 5) | (wordCount << 1) | (repeatsBrand ? 1 : 0)) >>> 0;

/** The same place with another term. */
export const withTerm = (occurrence: number, term: number) =>
  ((term << placeBits) | placeOf(occurrence)) >>> 0;

export const termOf = (occurrence: number) => occurrence >>> placeBits;
export const placeOf = (occurrence: number) => occurrence & placeMask;

/** These take an occurrence or its place alone. */
export const firstWordOf = (place: number) => (place >>> 5) & 15;
export const wordCountOf = (place: number) => (place >>> 1) & 15;
export const repeatsBrand = (place: number) => (place & 1) === 1;
