/**
 * A term in a perfume's name with the words that it stands for, packed into 32 bits: term 23, first word 4, number of words 4 (0: up
 * to the end of the name), whether the word only repeats the brand 1. The bits after the term are its place in the name.
 */
const placeBits = 9;
const placeMask = (1 << placeBits) - 1;

export const maxTermNumber = 1 << 23;
/** The first word must fit into 4 bits. */
export const maxNameWords = 15;

export const packOccurrence = (
  term: number,
  firstWord: number,
  wordCount: number,
  repeatsBrand: boolean,
) => ((term << placeBits) | (firstWord << 5) | (wordCount << 1) | (repeatsBrand ? 1 : 0)) >>> 0;

export const withTerm = (occurrence: number, term: number) =>
  ((term << placeBits) | placeOf(occurrence)) >>> 0;

export const termOf = (occurrence: number) => occurrence >>> placeBits;
export const placeOf = (occurrence: number) => occurrence & placeMask;

/** The following functions accept an occurrence or only its place. */
export const firstWordOf = (place: number) => (place >>> 5) & 15;
export const wordCountOf = (place: number) => (place >>> 1) & 15;
export const repeatsBrand = (place: number) => (place & 1) === 1;
