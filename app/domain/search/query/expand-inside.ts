import { findTerm } from "../index/term-dictionary.ts";
import { isStopword } from "../text/word-roles.ts";
import { spanOf } from "./span.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches } from "./matches.ts";

/** RULES.md 2.1 */
const minLetters = 4;
/** Higher puts them before typos. */
const baseQuality = 0.4;
const shareQuality = 0.4;
/** Lower finds only popular bottles; higher tolerates a nonsense second word. */
const confidence = 0.82;

export function lettersInside({ terms }: InvertedIndex, words: string[]): number[] {
  const isRun = (word: string) =>
    word.length >= minLetters && /^[a-z]+$/.test(word) && !isStopword(word);
  return words.flatMap((word, at) => (isRun(word) && findTerm(terms, word) < 0 ? at : []));
}

/** Slower than the other expansions, because it scans all words. @param runs from `lettersInside` */
export function expandInside(
  matches: Matches,
  { terms }: InvertedIndex,
  words: string[],
  runs: number[],
): void {
  for (const at of runs) {
    const letters = words[at]!;
    for (const term of terms.plainWords) {
      const text = terms.texts[term]!;
      if (text.indexOf(letters, 1) < 0) continue;
      const quality = baseQuality + (shareQuality * letters.length) / text.length;
      matches.addTerm(term, spanOf(at, 1), { quality, confidence });
    }
  }
}
