/** A span is 1 to 4 neighbouring words, numbered by its first word and its length. */
export const maxSpanWords = 4;
const spanBits = 2;

export const spanOf = (firstWord: number, wordCount: number) =>
  (firstWord << spanBits) + wordCount - 1;

export const spanStart = (span: number) => span >> spanBits;
export const isSingleWord = (span: number) => (span & (maxSpanWords - 1)) === 0;
