import { findPrefix, findTerm } from "../index/term-dictionary.ts";
import { isStopword } from "../text/word-roles.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import { type Matches, spanOf } from "./matches.ts";

/** Just below an exact match, so results stay stable while a person types. */
const lastWordQuality = 0.97;
const lastWordsQuality = 0.93;
/** By number of letters: higher finds perfumes by fewer letters, but also by nonsense. */
const confidenceByLetters = [0.3, 0.3, 0.6, 0.72] as const;
const longPrefixConfidence = 0.95;

const innerPrefix = { quality: 0.85, confidence: 0.7 } as const;
const minInnerPrefixLetters = 3;
/** Known words with a lower weight are common enough not to be prefixes. */
const minInnerPrefixTermWeight = 0.7;

export function expandLastPrefix(
  matches: Matches,
  { terms }: InvertedIndex,
  words: string[],
  span: number,
): void {
  const prefix = words.join("");
  const letters = prefix.length;
  const { low, high } = findPrefix(terms, prefix);
  const hasSingleLetters = letters < 2 * words.length - 1;
  if (high <= low || hasSingleLetters) return;
  const quality = words.length === 1 ? lastWordQuality : lastWordsQuality;
  const confidence = confidenceByLetters[letters] ?? longPrefixConfidence;
  matches.prefixes.push({ low, high, letters, span, quality, confidence });
}

export function expandInnerPrefix(
  matches: Matches,
  { terms }: InvertedIndex,
  word: string,
  span: number,
): void {
  if (word.length < minInnerPrefixLetters || isStopword(word)) return;
  const exact = findTerm(terms, word);
  if (exact >= 0 && terms.termWeight[exact]! < minInnerPrefixTermWeight) return;
  const { low, high } = findPrefix(terms, word);
  if (high > low) matches.prefixes.push({ low, high, letters: word.length, span, ...innerPrefix });
}

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
