import { fileUnder } from "./columns.ts";
import { phoneticBucket, phoneticBuckets as buckets } from "./text/phonetics.ts";
import { roleOf } from "./text/word-roles.ts";
import { letterSet } from "./text/letter-set.ts";
import type { Terms } from "./catalogue.ts";

/** Terms longer than this are not searched for typos. */
const longest = 40;

/** Initials are terms that begin with this sign, so that no word can be taken for them. */
export const initialsSign = "=";

/** Where a text stands, or would stand, in the alphabetical list. */
export function placeOf(texts: string[], text: string): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of a term, or -1. */
export function termOf(terms: Terms, text: string): number {
  const place = placeOf(terms.texts, text);
  return terms.texts[place] === text ? place : -1;
}

/** Strings in; their alphabetical order out, as positions. Sorted in small portions, giving way in between. */
export async function alphabetical(
  texts: string[],
  breath: () => Promise<void> | undefined,
): Promise<Uint32Array> {
  const portions = new Map<string, number[]>();
  for (let i = 0; i < texts.length; i++) {
    const start = texts[i]!.slice(0, 2);
    const portion = portions.get(start);
    if (portion) portion.push(i);
    else portions.set(start, [i]);
  }
  const order = new Uint32Array(texts.length);
  let at = 0;
  for (const start of [...portions.keys()].sort()) {
    const portion = portions.get(start)!;
    portion.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
    for (const i of portion) order[at++] = i;
    await breath();
  }
  return order;
}

/**
 * Terms in alphabetical order and how many perfumes each is in; everything needed to find terms by typo and sound out.
 * @param spoken terms that are words of their own; only these are found by sound.
 */
export async function describeTerms(
  texts: string[],
  frequency: Uint32Array,
  spoken: Uint8Array,
  size: number,
  breath: () => Promise<void> | undefined,
): Promise<Terms> {
  const weight = new Float32Array(texts.length);
  const role = new Uint8Array(texts.length);
  const lengths = new Uint32Array(longest + 2);
  const keys = new Uint32Array(texts.length);
  const sounding = new Uint32Array(texts.length);
  let count = 0;
  for (let term = 0; term < texts.length; term++) {
    const text = texts[term]!;
    weight[term] = Math.log(1 + size / Math.max(1, frequency[term]!)) / Math.log(1 + size);
    role[term] = roleOf(text);
    if (text.length <= longest && /^[a-z]/.test(text)) lengths[text.length + 1]!++;
    const bucket = spoken[term] && /^[a-z]/.test(text) ? phoneticBucket(text) : -1;
    if (bucket >= 0) {
      keys[count] = bucket;
      sounding[count++] = term;
    }
    if ((term & 255) === 0) await breath();
  }
  for (let length = 1; length < lengths.length; length++) lengths[length]! += lengths[length - 1]!;
  const byLength = new Uint32Array(lengths[longest + 1]!);
  const letters = new Uint32Array(byLength.length);
  const next = lengths.slice();
  for (let term = 0; term < texts.length; term++) {
    const text = texts[term]!;
    if (text.length > longest || !/^[a-z]/.test(text)) continue;
    const place = next[text.length]!++;
    byLength[place] = term;
    letters[place] = letterSet(text);
    if ((term & 1023) === 0) await breath();
  }
  const bySkeleton = fileUnder(buckets, keys.subarray(0, count), sounding.subarray(0, count));
  return { texts, weight, role, byLength, lengths, letters, bySkeleton };
}
