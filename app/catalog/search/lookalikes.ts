import { consonantKey, phoneticBucket, phoneticKey } from "./text/phonetics.ts";
import { allowedEdits, editDistance } from "./text/edit-distance.ts";
import { countBits, letterSet } from "./text/letter-set.ts";
import type { Terms } from "./catalogue.ts";

export type Lookalike = { term: number; quality: number; trust: number };

/** Terms that differ from a word by a typo or two. */
export function mistyped(terms: Terms, word: string): Lookalike[] {
  const found: Lookalike[] = [];
  const most = allowedEdits(word.length);
  if (most === 0 || !/^[a-z]+$/.test(word)) return found;
  const { byLength, lengths, letters, texts } = terms;
  const used = letterSet(word);
  const from = lengths[Math.max(3, word.length - most)]!;
  const to = lengths[Math.min(lengths.length - 1, word.length + most + 1)]!;
  for (let at = from; at < to; at++) {
    const other = letters[at]!;
    if (other !== used && (countBits(other & ~used) > most || countBits(used & ~other) > most))
      continue;
    const text = texts[byLength[at]!]!;
    const mistakes = editDistance(word, text, most);
    if (mistakes === 0 || mistakes > most) continue;
    const swapped = letters[at] === used && text.length === word.length;
    const otherStart = text[0] !== word[0];
    found.push({
      term: byLength[at]!,
      quality:
        (mistakes === 1 ? 0.97 - 0.95 / word.length : 0.95 - 2 / word.length) +
        (swapped ? (mistakes === 1 ? 0.06 : 0.1) : 0) -
        (otherStart ? 0.06 : 0),
      trust: Math.min(
        0.9,
        (mistakes === 1 ? 0.26 : -0.02) +
          word.length * 0.083 +
          (swapped ? 0.08 : 0) -
          (otherStart ? 0.08 : 0),
      ),
    });
  }
  return found;
}

/** Terms that sound like a word: other ways of writing Arabic names, umlauts, doubled letters. */
export function soundingLike(terms: Terms, word: string): Lookalike[] {
  const found: Lookalike[] = [];
  const bucket = phoneticBucket(word);
  if (bucket < 0 || !/[aeiouy]/.test(word)) return found;
  const sound = phoneticKey(word);
  const skeleton = consonantKey(word);
  const { starts, items } = terms.bySkeleton;
  for (let at = starts[bucket]!; at < starts[bucket + 1]!; at++) {
    const text = terms.texts[items[at]!]!;
    if (text === word || consonantKey(text) !== skeleton) continue;
    const alike = phoneticKey(text) === sound;
    if (!alike && (skeleton.length < 3 || Math.abs(text.length - word.length) > 3)) continue;
    const near = editDistance(word, text, 2) < 3;
    if (skeleton.length < 3 && !near) continue;
    found.push({
      term: items[at]!,
      quality: alike ? 0.93 : near ? 0.74 : 0.64,
      trust: alike ? Math.min(0.9, 0.36 + word.length * 0.08) : 0.2 + skeleton.length * 0.1,
    });
  }
  return found;
}
