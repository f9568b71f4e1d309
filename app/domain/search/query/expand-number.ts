import { findTerm } from "../index/term-dictionary.ts";
import { digitsInSequence, digitsOf, wordsForDigits } from "../text/numbers.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches } from "./matches.ts";

/** Below 1, so names with the literal word come first. */
const digitsQuality = 0.94;
/** Lower, because a number can be written in many words. */
const numberWordQuality = 0.9;
const sequenceQuality = 0.9;
const singleLetterQuality = 0.6;

export function expandNumber(
  matches: Matches,
  { terms }: InvertedIndex,
  words: string[],
  span: number,
): void {
  const add = (text: string, quality: number) => {
    const term = findTerm(terms, text);
    if (term >= 0) matches.addTerm(term, span, { quality, confidence: 1 });
  };
  const joined = words.join("");
  const digits = /^\d+$/.test(joined) ? joined : digitsOf(joined);
  if (digits !== undefined) {
    if (digits !== joined) add(digits, joined.length > 1 ? digitsQuality : singleLetterQuality);
    for (const word of wordsForDigits(digits))
      if (word !== joined) add(word, word.length > 1 ? numberWordQuality : singleLetterQuality);
  }
  const sequence = words.length > 1 ? digitsInSequence(words) : undefined;
  if (sequence !== undefined) add(sequence, sequenceQuality);
}
