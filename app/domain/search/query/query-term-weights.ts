import { findTerm } from "../index/term-dictionary.ts";
import { isSingleWord, spanStart } from "./span.ts";
import type { InvertedIndex, TermDictionary } from "../index/inverted-index.ts";
import type { Matches } from "./matches.ts";

const unknownWordWeight = 1;

/** An unknown word weighs as much as its rarest possible term; the halves of a split word share its weight. */
export function queryTermWeights(
  { terms }: InvertedIndex,
  matches: Matches,
  words: string[],
): number[] {
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
