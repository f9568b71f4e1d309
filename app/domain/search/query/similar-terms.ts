import {
  allowedEdits,
  countBits,
  distanceRows,
  editDistance,
  letterSet,
} from "../text/edit-distance.ts";
import type { TermDictionary } from "../index/inverted-index.ts";
import type { Strength } from "./matches.ts";

export type SimilarTerm = Strength & { term: number };

/** By number of edits; `lengthCost` is divided by the number of letters. Higher confidence finds more perfumes for possible nonsense. */
const oneEdit = { quality: 0.97, lengthCost: 0.95, anagramBonus: 0.06, confidence: 0.26 } as const;
const twoEdits = { quality: 0.95, lengthCost: 2, anagramBonus: 0.1, confidence: -0.02 } as const;
/** Long words rarely resemble a name by accident. */
const confidencePerLetter = 0.083;
/** Swapped letters are usually a slip in a known word. */
const anagramConfidence = 0.08;
const otherFirstLetterCost = 0.06;
const otherFirstLetterDoubt = 0.08;
const maxConfidence = 0.9;
const minTermLetters = 3;

export function termsByTypo(dictionary: TermDictionary, word: string): SimilarTerm[] {
  const found: SimilarTerm[] = [];
  const maxEdits = allowedEdits(word.length);
  if (maxEdits === 0 || !/^[a-z]+$/.test(word)) return found;
  const { byLength, lengthStarts, letterSets, texts } = dictionary;
  const rows = distanceRows();
  const wordLetters = letterSet(word);
  const from = lengthStarts[Math.max(minTermLetters, word.length - maxEdits)]!;
  const to = lengthStarts[Math.min(lengthStarts.length - 1, word.length + maxEdits + 1)]!;
  for (let at = from; at < to; at++) {
    const letters = letterSets[at]!;
    if (
      letters !== wordLetters &&
      (countBits(letters & ~wordLetters) > maxEdits || countBits(wordLetters & ~letters) > maxEdits)
    )
      continue;
    const term = byLength[at]!;
    const text = texts[term]!;
    const edits = editDistance(word, text, maxEdits, rows);
    if (edits === 0 || edits > maxEdits) continue;
    const isAnagram = letters === wordLetters && text.length === word.length;
    found.push({ term, ...typoStrength(word, edits, isAnagram, text[0] === word[0]) });
  }
  return found;
}

function typoStrength(
  word: string,
  edits: number,
  isAnagram: boolean,
  sameFirstLetter: boolean,
): Strength {
  const typo = edits === 1 ? oneEdit : twoEdits;
  return {
    quality:
      typo.quality -
      typo.lengthCost / word.length +
      (isAnagram ? typo.anagramBonus : 0) -
      (sameFirstLetter ? 0 : otherFirstLetterCost),
    confidence: Math.min(
      maxConfidence,
      typo.confidence +
        word.length * confidencePerLetter +
        (isAnagram ? anagramConfidence : 0) -
        (sameFirstLetter ? 0 : otherFirstLetterDoubt),
    ),
  };
}
