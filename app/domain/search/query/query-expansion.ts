import { expandInnerPrefix, expandLastPrefix } from "./expand-prefix.ts";
import { expandJoinedWords, expandWord } from "./expand-word.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import { type Matches, maxSpanWords, spanOf, type Strength } from "./matches.ts";
import { initialsSign } from "../index/analysis.ts";
import { findTerm } from "../index/term-dictionary.ts";
import { concentrationWords } from "../text/perfume-words.ts";
import { digitsInSequence, digitsOf, wordsForDigits } from "../text/numbers.ts";

export function expandQuery(
  matches: Matches,
  index: InvertedIndex,
  words: string[],
  lastWordUnfinished: boolean,
): void {
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= maxSpanWords && from + count <= words.length; count++) {
      const span = spanOf(from, count);
      const spanWords = words.slice(from, from + count);
      expandBrand(matches, index, spanWords.join(""), span);
      expandNumber(matches, index, spanWords, span);
      expandInitials(matches, index, spanWords, span);
      if (count === 1) expandWord(matches, index, spanWords[0]!, span);
      else expandJoinedWords(matches, index, spanWords, span);
      if (lastWordUnfinished && from + count === words.length)
        expandLastPrefix(matches, index, spanWords, span);
      else if (count === 1) expandInnerPrefix(matches, index, spanWords[0]!, span);
    }
  }
}

const qualityByLetters = [0, 0, 0.72, 0.84, 0.9, 0.93, 0.95] as const;
const confidenceByLetters = [0, 0, 0.4, 0.65, 0.72, 0.9, 0.95] as const;
const minInitials = 2;
const maxInitials = 9;
const maxPieceLetters = 3;

function expandInitials(
  matches: Matches,
  { terms }: InvertedIndex,
  words: string[],
  span: number,
): void {
  const initials = words.join("");
  if (initials.length < minInitials || initials.length > maxInitials) return;
  if (concentrationWords.has(initials)) return;
  if (words.length > 1 && words.some((word) => word.length > maxPieceLetters)) return;
  const term = findTerm(terms, initialsSign + initials);
  if (term < 0) return;
  const letters = Math.min(qualityByLetters.length - 1, initials.length);
  matches.addTerm(term, span, {
    quality: qualityByLetters[letters]!,
    confidence: confidenceByLetters[letters]!,
  });
}

/** Below 1, so names with the literal word come first. */
const digitsQuality = 0.94;
/** Lower, because a number can be written in many words. */
const numberWordQuality = 0.9;
const sequenceQuality = 0.9;
const singleLetterQuality = 0.6;

function expandNumber(
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

const aliasMatch: Strength = { quality: 0.97, confidence: 1 };
const swappedAliasMatch: Strength = { quality: 0.8, confidence: 0.6 };
const minSwappedLetters = 3;

/** Decreases with each larger brand with the same initials. */
const initialsQuality = 0.88;
const initialsQualityStep = 0.03;
const maxBrandsWithInitials = 8;
const initialsConfidence = [0, 0, 0.4, 0.6, 0.7, 0.8] as const;

function expandBrand(
  matches: Matches,
  { brandNames }: InvertedIndex,
  joined: string,
  span: number,
): void {
  const { aliases, initials } = brandNames;
  for (const brand of aliases.get(joined) ?? []) matches.addBrand(brand, span, aliasMatch);
  for (let at = 1; at < joined.length && joined.length >= minSwappedLetters; at++) {
    const swapped = joined.slice(0, at - 1) + joined[at] + joined[at - 1] + joined.slice(at + 1);
    for (const brand of aliases.get(swapped) ?? [])
      matches.addBrand(brand, span, swappedAliasMatch);
  }
  const confidence = initialsConfidence[joined.length];
  if (confidence === undefined) return;
  (initials.get(joined) ?? []).slice(0, maxBrandsWithInitials).forEach((brand, rank) => {
    const quality = initialsQuality - initialsQualityStep * rank;
    matches.addBrand(brand, span, { quality, confidence });
  });
}
