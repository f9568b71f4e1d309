import { distanceRows, editDistance } from "../text/edit-distance.ts";
import { consonantKey, phoneticBucket, phoneticKey } from "../text/phonetics.ts";
import type { TermDictionary } from "../index/inverted-index.ts";
import type { SimilarTerm } from "./similar-terms.ts";

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
