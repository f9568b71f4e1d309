import { joinedName, joinedNeighbours, nameInitials } from "./derived-terms.ts";
import { packOccurrence } from "./occurrence.ts";
import { GrowableUint32Array, type PackedLists } from "./packed-lists.ts";
import type { YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import type { IngestedEntries } from "./ingest.ts";

/** Only this many of the most popular perfumes get joined names and initials, to save memory and time. */
const maxPerfumesWithDerivedTerms = 60_000;

/** Adds derived terms to the vocabulary. @param order entries by popularity: the first becomes perfume 0 */
export async function analyzeNames(
  { vocabulary, brands, brandOf, wordStarts, words }: IngestedEntries,
  order: Uint32Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ occurrences: PackedLists; nameLength: Uint8Array }> {
  const items = new GrowableUint32Array();
  const starts = new GrowableUint32Array();
  const nameLength = new Uint8Array(order.length);
  for (let perfume = 0; perfume < order.length; perfume++) {
    const entry = order[perfume]!;
    const name = Array.from(words.subarray(wordStarts[entry], wordStarts[entry + 1]));
    const texts = name.map((word) => vocabulary.texts[word]!);
    const repeatsBrand = name.map((word) => brands[brandOf[entry]!]!.words.includes(word));
    starts.push(items.length);
    nameLength[perfume] = name.length;
    name.forEach((word, at) => items.push(packOccurrence(word, at, 1, repeatsBrand[at]!)));
    const derivedTerms =
      perfume < maxPerfumesWithDerivedTerms
        ? [...joinedNeighbours(texts), ...joinedName(texts), ...nameInitials(texts, repeatsBrand)]
        : [];
    for (const { text, firstWord, wordCount } of derivedTerms)
      items.push(packOccurrence(vocabulary.numberOf(text), firstWord, wordCount, false));
    const turn = yieldToEventLoop();
    if (turn) await turn;
  }
  starts.push(items.length);
  return {
    occurrences: { starts: starts.toTypedArray(), items: items.toTypedArray() },
    nameLength,
  };
}

export function analyzeBrands({ vocabulary, brands }: IngestedEntries): number[][] {
  return brands.map(({ words }) => {
    const texts = words.map((word) => vocabulary.texts[word]!);
    const joined = joinedNeighbours(texts).map(({ text }) => text);
    if (texts.length > 1) joined.push(texts.join(""));
    return [...words, ...joined.map((text) => vocabulary.numberOf(text))];
  });
}
