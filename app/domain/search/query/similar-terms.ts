import {
  allowedEdits,
  countBits,
  distanceRows,
  editDistance,
  letterSet,
} from "../text/edit-distance.ts";
import { consonantKey, phoneticBucket, phoneticKey } from "../text/phonetics.ts";
import type { TermDictionary } from "../index/inverted-index.ts";
import type { Strength } from "./matches.ts";

type SimilarTerm = Strength & { term: number };

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

const sameSoundQuality = 0.93;
const sameConsonantsQuality = { fewEdits: 0.74, manyEdits: 0.64 } as const;
const fewEdits = 2;
/** Short words sound alike by accident. */
const sameSoundConfidence = { base: 0.36, perLetter: 0.08, max: 0.9 } as const;
const sameConsonantsConfidence = { base: 0.2, perConsonant: 0.1 } as const;
const minConsonants = 3;
const maxLengthDifference = 3;

export function termsBySound(dictionary: TermDictionary, word: string): SimilarTerm[] {
  const found: SimilarTerm[] = [];
  const bucket = phoneticBucket(word);
  if (bucket < 0 || !/[aeiouy]/.test(word)) return found;
  const sound = phoneticKey(word);
  const consonants = consonantKey(word);
  const { starts, items } = dictionary.byPhoneticBucket;
  const rows = distanceRows();
  for (let at = starts[bucket]!; at < starts[bucket + 1]!; at++) {
    const term = items[at]!;
    const text = dictionary.texts[term]!;
    if (text === word || consonantKey(text) !== consonants) continue;
    const sameSound = phoneticKey(text) === sound;
    if (!sameSound && consonants.length < minConsonants) continue;
    if (!sameSound && Math.abs(text.length - word.length) > maxLengthDifference) continue;
    const close = editDistance(word, text, fewEdits, rows) <= fewEdits;
    if (consonants.length < minConsonants && !close) continue;
    found.push(
      sameSound
        ? { term, quality: sameSoundQuality, confidence: soundConfidence(word.length) }
        : {
            term,
            quality: close ? sameConsonantsQuality.fewEdits : sameConsonantsQuality.manyEdits,
            confidence:
              sameConsonantsConfidence.base +
              consonants.length * sameConsonantsConfidence.perConsonant,
          },
    );
  }
  return found;
}

function soundConfidence(letters: number): number {
  const { base, perLetter, max } = sameSoundConfidence;
  return Math.min(max, base + letters * perLetter);
}
