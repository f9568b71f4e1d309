import { letterSet } from "../text/edit-distance.ts";
import { phoneticBucket, phoneticBuckets } from "../text/phonetics.ts";
import { roleOf } from "../text/word-roles.ts";
import { groupByKey } from "./packed-lists.ts";
import type { YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import type { TermDictionary } from "./inverted-index.ts";

const maxTypoLength = 40;

const isWord = (text: string) => /^[a-z]/.test(text);
const canBeMistyped = (text: string) => text.length <= maxTypoLength && isWord(text);

function lowerBound(texts: string[], text: string): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function findTerm({ texts }: TermDictionary, text: string): number {
  const term = lowerBound(texts, text);
  return texts[term] === text ? term : -1;
}

export function findPrefix(
  { texts }: TermDictionary,
  prefix: string,
): { low: number; high: number } {
  // "~" sorts after every letter and digit.
  return { low: lowerBound(texts, prefix), high: lowerBound(texts, prefix + "~") };
}

/**
 * @param texts all terms in alphabetical order @param documentFrequency term → perfumes with it in their name or brand
 * @param isPlainWord 0 for derived terms, which are not found by sound @param size number of perfumes
 */
export async function buildTermDictionary(
  texts: string[],
  documentFrequency: Uint32Array,
  isPlainWord: Uint8Array,
  size: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<TermDictionary> {
  const termWeight = new Float32Array(texts.length);
  const role = new Uint8Array(texts.length);
  const lengthStarts = new Uint32Array(maxTypoLength + 2);
  const buckets = new Uint32Array(texts.length);
  const bucketTerms = new Uint32Array(texts.length);
  let bucketTermCount = 0;
  const plainWords: number[] = [];
  for (let term = 0; term < texts.length; term++) {
    const text = texts[term]!;
    termWeight[term] = inverseDocumentFrequency(documentFrequency[term]!, size);
    role[term] = roleOf(text);
    if (canBeMistyped(text)) lengthStarts[text.length + 1]!++;
    const isPlain = isPlainWord[term] === 1 && isWord(text);
    if (isPlain) plainWords.push(term);
    const bucket = isPlain ? phoneticBucket(text) : -1;
    if (bucket >= 0) {
      buckets[bucketTermCount] = bucket;
      bucketTerms[bucketTermCount++] = term;
    }
    if ((term & 255) === 0) await yieldToEventLoop();
  }
  for (let length = 1; length < lengthStarts.length; length++)
    lengthStarts[length]! += lengthStarts[length - 1]!;
  const byLength = new Uint32Array(lengthStarts[maxTypoLength + 1]!);
  const letterSets = new Uint32Array(byLength.length);
  const next = lengthStarts.slice();
  for (let term = 0; term < texts.length; term++) {
    const text = texts[term]!;
    if (!canBeMistyped(text)) continue;
    const at = next[text.length]!++;
    byLength[at] = term;
    letterSets[at] = letterSet(text);
    if ((term & 1023) === 0) await yieldToEventLoop();
  }
  const byPhoneticBucket = groupByKey(
    phoneticBuckets,
    buckets.subarray(0, bucketTermCount),
    bucketTerms.subarray(0, bucketTermCount),
  );
  return {
    texts,
    termWeight,
    role,
    byLength,
    lengthStarts,
    letterSets,
    plainWords: Uint32Array.from(plainWords),
    byPhoneticBucket,
  };
}

const inverseDocumentFrequency = (frequency: number, size: number) =>
  Math.log(1 + size / Math.max(1, frequency)) / Math.log(1 + size);
