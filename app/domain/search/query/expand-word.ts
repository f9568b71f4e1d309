import { findTerm } from "../index/term-dictionary.ts";
import { isStopword } from "../text/word-roles.ts";
import { termsBySound, termsByTypo } from "./similar-terms.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches, Strength } from "./matches.ts";
import { translationTable } from "../text/translation-table.ts";

const exactMatch: Strength = { quality: 1, confidence: 1 };
/** Below 1, so names written as typed come first. */
const exactJoinedMatch: Strength = { quality: 0.97, confidence: 1 };
/** Lower miscorrects fewer correct words. */
const similarToKnownWordFactor = 0.94;
const joinedTypoFactor = 0.9;
const minJoinedTypoLetters = 7;
const translationConfidence = 0.75;

export function expandWord(
  matches: Matches,
  { terms }: InvertedIndex,
  word: string,
  span: number,
): void {
  const exact = findTerm(terms, word);
  if (exact >= 0) matches.addTerm(exact, span, exactMatch);
  const similarFactor = exact >= 0 ? similarToKnownWordFactor : 1;
  if (!isStopword(word))
    for (const similar of termsByTypo(terms, word))
      matches.addTerm(similar.term, span, scaled(similar, similarFactor));
  for (const similar of termsBySound(terms, word))
    matches.addTerm(similar.term, span, scaled(similar, similarFactor));
  for (const { word: translation, quality } of translationsOf(word)) {
    const term = findTerm(terms, translation);
    if (term >= 0) matches.addTerm(term, span, { quality, confidence: translationConfidence });
  }
}

export function expandJoinedWords(
  matches: Matches,
  { terms }: InvertedIndex,
  words: string[],
  span: number,
): void {
  const joined = words.join("");
  const exact = findTerm(terms, joined);
  if (exact >= 0) {
    matches.addTerm(exact, span, exactJoinedMatch);
    return;
  }
  const hasUnknownWord = words.some((word) => findTerm(terms, word) < 0);
  if (joined.length < minJoinedTypoLetters || !hasUnknownWord) return;
  for (const similar of termsByTypo(terms, joined))
    matches.addTerm(similar.term, span, scaled(similar, joinedTypoFactor));
}

const scaled = ({ quality, confidence }: Strength, factor: number): Strength => ({
  quality: quality * factor,
  confidence: confidence * factor,
});

type Translation = { word: string; quality: number };

/** Below exact and typo matches, because translated names are rarely meant. */
const translationQuality = 0.88;
const singleLetterQuality = 0.6;
const minInflectedLength = 5;
const maxInflectionLength = 2;

const meaningsOf = Map.groupBy(
  translationTable.flatMap((meaning) => meaning.map((word) => ({ word, meaning }))),
  ({ word }) => word,
);

export function translationsOf(word: string): Translation[] {
  const quality = word.length > 1 ? translationQuality : singleLetterQuality;
  return meaningsNear(word).flatMap((meaning) =>
    meaning.filter((other) => other !== word).map((other) => ({ word: other, quality })),
  );
}

/** Strips the last letters of an unknown word, because inflections are many (schwarze, noires, negras). */
function meaningsNear(word: string): readonly string[][] {
  const maxCut = word.length < minInflectedLength ? 0 : maxInflectionLength;
  for (let cut = 0; cut <= maxCut; cut++) {
    const entries = meaningsOf.get(word.slice(0, word.length - cut));
    if (entries) return entries.map(({ meaning }) => meaning);
  }
  return [];
}
