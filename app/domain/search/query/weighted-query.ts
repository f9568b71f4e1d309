import { editionNamedBy, type Gender } from "../index/editions.ts";
import { menWords, womenWords } from "../text/perfume-words.ts";
import { editDistance } from "../text/edit-distance.ts";
import { fillerPhrases, fillerWords } from "../text/stopwords.ts";
import { isStopwordRole, roleOf, wordRole } from "../text/word-roles.ts";
import type { InvertedIndex, TermDictionary } from "../index/inverted-index.ts";
import { isSingleWord, type Matches, maxSpanWords, spanStart } from "./matches.ts";
import { findTerm } from "../index/term-dictionary.ts";

/** Higher favours names with many articles. */
const maxFunctionWordWeight = 0.12;
/** Higher favours "for men" over the name. */
const maxOptionalWordWeight = 0.3;
/** Higher hides the plain perfume from searches with "edp" or a year. */
const missedPreferenceCost = 0.12;
/** For all filler words together: higher makes long questions fail. */
const missedFillerCost = 0.06;
/** Higher hides loosely quoted names. */
const missedFunctionWordCost = 0.02;
/** For queries like "the one for men", without other words. */
const missedFunctionWordCostWithoutContent = 0.11;
const fillerDoubt = 0.07;

export type WeightedQuery = ReturnType<typeof weighQuery>;

export function weighQuery(index: InvertedIndex, matches: Matches, words: string[]) {
  const termWeights = queryTermWeights(index, matches, words);
  const inAlias = wordsInAliases(index, words);
  const inPhrase = wordsInFillerPhrases(words);
  const roles = words.map((word, at) => {
    if (inAlias.has(at)) return wordRole.content;
    if (inPhrase.has(at)) return wordRole.filler;
    if (isMistypedFiller(index, matches, word, at)) return wordRole.filler;
    // "parfum sauvage" begins with a filler word, "sauvage parfum" ends with a concentration.
    return at === 0 && word === "parfum" ? wordRole.filler : roleOf(word);
  });
  const topTier = Math.min(...roles.map(tierOf));
  const isTop = (at: number) => tierOf(roles[at]!) === topTier;
  const matchWeights = Float64Array.from(termWeights, (weight, at) => {
    if (isTop(at)) return weight;
    const max = roles[at] === wordRole.function ? maxFunctionWordWeight : maxOptionalWordWeight;
    return Math.min(weight, max);
  });
  const fillerCount = roles.filter((role) => role === wordRole.filler).length;
  const namesMore = roles.some((role) => tierOf(role) === tier.content && role !== wordRole.year);
  const missCosts = Float64Array.from(roles, (role, at) => {
    if (role === wordRole.year && namesMore) return missedPreferenceCost;
    if (isTop(at)) return matchWeights[at]!;
    if (tierOf(role) === tier.preference) return missedPreferenceCost;
    if (role === wordRole.filler) return missedFillerCost / fillerCount;
    return topTier === tier.content ? missedFunctionWordCost : missedFunctionWordCostWithoutContent;
  });
  return {
    words,
    matchWeights,
    missCosts,
    /** how strongly an unmatched word suggests that the query is not about perfume */
    doubts: Float64Array.from(roles, (role) =>
      role === wordRole.filler && topTier < tier.stopword ? fillerDoubt : 0,
    ),
    /** whether a perfume that lacks the word is not what was typed */
    isContent: roles.map((role) => tierOf(role) === tier.content),
    /** the concentration or year that a word names, else 0 */
    editions: words.map(editionNamedBy),
    repeatOf: words.map((word, at) => (at > 0 ? words.lastIndexOf(word, at - 1) : -1)),
    breaksOff: topTier === tier.content && roles.at(-1) === wordRole.function,
    asksForGender: roles.includes(wordRole.gender),
    /** whom it is for, if the query names one sex */
    gender: genderNamedBy(words),
    asksForConcentration: roles.includes(wordRole.concentration),
  };
}

const minFillerLetters = 6;

/** "altenative to sauvage": a word like no name, with one slip in a word for a look-alike. */
function isMistypedFiller({ terms }: InvertedIndex, matches: Matches, word: string, at: number) {
  if (word.length < minFillerLetters - 1 || roleOf(word) !== wordRole.content) return false;
  if (findTerm(terms, word) >= 0 || rarestMatches(terms, matches, at + 1)[at]! > 0) return false;
  return [...fillerWords].some(
    (filler) => filler.length >= minFillerLetters && editDistance(word, filler, 1) === 1,
  );
}

/** Only words of a query's first non-empty tier count fully. */
const tier = { content: 0, preference: 1, stopword: 2 } as const;

function tierOf(role: number): number {
  if (isStopwordRole(role)) return tier.stopword;
  return role === wordRole.gender || role === wordRole.concentration
    ? tier.preference
    : tier.content;
}

function genderNamedBy(words: string[]): Gender | null {
  const men = words.some((word) => menWords.has(word));
  const women = words.some((word) => womenWords.has(word));
  if (men === women) return null;
  return men ? "men" : "women";
}

/** Words of aliases such as "d and g", where none is a stopword. */
function wordsInAliases({ brandNames }: InvertedIndex, words: string[]): Set<number> {
  const found = new Set<number>();
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= maxSpanWords && from + count <= words.length; count++) {
      if (!brandNames.aliases.has(words.slice(from, from + count).join(""))) continue;
      for (let at = from; at < from + count; at++) found.add(at);
    }
  }
  return found;
}

function wordsInFillerPhrases(words: string[]): Set<number> {
  const found = new Set<number>();
  for (const from of words.keys())
    for (const phrase of fillerPhrases)
      if (phrase.every((word, n) => words[from + n] === word))
        for (const n of phrase.keys()) found.add(from + n);
  return found;
}

const unknownWordWeight = 1;

/** An unknown word weighs as much as its rarest possible term; the halves of a split word share its weight. */
function queryTermWeights({ terms }: InvertedIndex, matches: Matches, words: string[]): number[] {
  const resembling = rarestMatches(terms, matches, words.length);
  const halves = halfWordWeights(terms, words);
  return words.map((word, at) => {
    const half = halves.get(at);
    if (half !== undefined) return half;
    const term = findTerm(terms, word);
    return term >= 0 ? terms.termWeight[term]! : resembling[at]! || unknownWordWeight;
  });
}

function rarestMatches(terms: TermDictionary, matches: Matches, wordCount: number): Float64Array {
  const weights = new Float64Array(wordCount);
  for (const term of matches.terms) {
    for (let at = matches.ofTerm(term); at >= 0; at = matches.next[at]!) {
      const span = matches.span[at]!;
      if (!isSingleWord(span)) continue;
      const word = spanStart(span);
      weights[word] = Math.max(weights[word]!, terms.termWeight[term]!);
    }
  }
  return weights;
}

/** Words that only make sense with their neighbour ("flower bmb", "ver sace"). */
function halfWordWeights(terms: TermDictionary, words: string[]): Map<number, number> {
  const halves = new Map<number, number>();
  for (let at = 0; at + 1 < words.length; at++) {
    const whole = findTerm(terms, words[at]! + words[at + 1]!);
    const bothKnown = findTerm(terms, words[at]!) >= 0 && findTerm(terms, words[at + 1]!) >= 0;
    if (whole < 0 || bothKnown) continue;
    const half = terms.termWeight[whole]! / 2;
    halves.set(at, half).set(at + 1, half);
  }
  return halves;
}
