import { distanceRows, editDistance } from "../text/edit-distance.ts";
import { consonantKey, phoneticBucket, phoneticKey } from "../text/phonetics.ts";
import type { TermDictionary } from "../index/inverted-index.ts";
import type { SimilarTerm } from "./similar-terms.ts";

/** Quality of the same sound: higher puts another spelling closer to an exact match. */
const sameSoundQuality = 0.93;
/** Quality of the same consonants, with few edits or many: higher finds more far-off transliterations, and more nonsense. */
const sameConsonantsQuality = { fewEdits: 0.74, manyEdits: 0.64 } as const;
const fewEdits = 2;
/** Confidence of the same sound, with what each letter adds: short words sound alike by accident. */
const sameSoundConfidence = { base: 0.36, perLetter: 0.08, max: 0.9 } as const;
/** Confidence of the same consonants, with what each consonant adds. */
const sameConsonantsConfidence = { base: 0.2, perConsonant: 0.1 } as const;
/** With fewer consonants, a word with other vowels is another word. */
const minConsonants = 3;
/** Words with the same consonants that differ more in length are other words. */
const maxLengthDifference = 3;

/** A folded word in; terms that sound like it out: other ways of writing Arabic names, umlauts, doubled letters. */
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
