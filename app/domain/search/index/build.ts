import { createBackgroundYield, type YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import { analyzeBrands, analyzeNames } from "./analysis.ts";
import { collectBrandNames } from "./brand-names.ts";
import { type Entry, ingest, type IngestedEntries } from "./ingest.ts";
import { termOf, withTerm } from "./occurrence.ts";
import { groupByKey, type PackedLists, packLists } from "./packed-lists.ts";
import { orderByPopularity, scalePopularity } from "./popularity.ts";
import { brandPostings, documentFrequencies, namePostings } from "./postings.ts";
import { buildTermDictionary } from "./term-dictionary.ts";
import type { InvertedIndex } from "./inverted-index.ts";

export async function buildInvertedIndex(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): Promise<InvertedIndex> {
  const yieldToEventLoop = createBackgroundYield();
  const ingested = await ingest(entries, yieldToEventLoop);
  await yieldToEventLoop();
  const popularity = scalePopularity(ingested);
  await yieldToEventLoop();
  const order = orderByPopularity(popularity);
  const { occurrences, nameLength } = await analyzeNames(ingested, order, yieldToEventLoop);
  await yieldToEventLoop();
  const brandWords = analyzeBrands(ingested);
  await yieldToEventLoop();

  const { texts } = ingested.vocabulary;
  const { alphabetical, termNumberOf } = await numberTerms(texts, occurrences, yieldToEventLoop);
  await yieldToEventLoop();

  const brandTerms = packLists(brandWords.map((words) => words.map((word) => termNumberOf[word]!)));
  await yieldToEventLoop();
  const byName = await namePostings(occurrences, texts.length, yieldToEventLoop);
  await yieldToEventLoop();
  const byBrand = brandPostings(brandTerms, texts.length);
  const brandOf = order.map((entry) => ingested.brandOf[entry]!);
  const perfumes = order.map((_, perfume) => perfume);
  const perfumeOf = new Uint32Array(order.length);
  order.forEach((entry, perfume) => (perfumeOf[entry] = perfume));
  await yieldToEventLoop();
  const brandNames = collectBrandNames(ingested.brands, texts);
  await yieldToEventLoop();
  const terms = await buildTermDictionary(
    Array.from(alphabetical, (word) => texts[word]!),
    documentFrequencies(byName, byBrand, ingested.brands),
    plainWords(ingested, termNumberOf),
    order.length,
    yieldToEventLoop,
  );
  await yieldToEventLoop();
  const notes = ingested.notes.inOrder(order);
  await yieldToEventLoop();
  return {
    size: order.length,
    bottleOf: order.map((entry) => perfumeOf[ingested.ownNameOf[entry]!]!),
    ids: Float64Array.from(order, (entry) => ingested.ids[entry]!),
    popularity: Float32Array.from(order, (entry) => popularity[entry]!),
    isReadOff: Uint8Array.from(order, (entry) => ingested.isReadOff[entry]!),
    edition: Uint16Array.from(order, (entry) => ingested.edition[entry]!),
    notes,
    brandOf,
    occurrences,
    nameLength,
    namePostings: byName,
    brandPostings: byBrand,
    brandLength: Uint8Array.from(ingested.brands, ({ words }) => words.length),
    brandTerms,
    perfumesOfBrand: groupByKey(ingested.brands.length, brandOf, perfumes),
    brandNames,
    terms,
  };
}

/** The vocabulary is complete: from here on terms are numbered alphabetically, in the occurrences, too. */
async function numberTerms(
  texts: string[],
  occurrences: PackedLists,
  yieldToEventLoop: YieldToEventLoop,
) {
  const alphabetical = await sortTerms(texts, yieldToEventLoop);
  const termNumberOf = new Uint32Array(texts.length);
  for (let term = 0; term < texts.length; term++) termNumberOf[alphabetical[term]!] = term;
  for (let i = 0; i < occurrences.items.length; i++) {
    const occurrence = occurrences.items[i]!;
    occurrences.items[i] = withTerm(occurrence, termNumberOf[termOf(occurrence)]!);
  }
  return { alphabetical, termNumberOf };
}

function plainWords({ words, brands }: IngestedEntries, termNumberOf: Uint32Array): Uint8Array {
  const isPlainWord = new Uint8Array(termNumberOf.length);
  for (const word of words) isPlainWord[termNumberOf[word]!] = 1;
  for (const brand of brands) for (const word of brand.words) isPlainWord[termNumberOf[word]!] = 1;
  return isPlainWord;
}

/** @returns positions in `texts`. Sorts in pieces by the first two letters, because sorting a million at once blocks for seconds. */
async function sortTerms(
  texts: string[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> {
  const groups = new Map<string, number[]>();
  for (let i = 0; i < texts.length; i++) {
    const prefix = texts[i]!.slice(0, 2);
    const group = groups.get(prefix);
    if (group) group.push(i);
    else groups.set(prefix, [i]);
  }
  const order = new Uint32Array(texts.length);
  let at = 0;
  for (const prefix of [...groups.keys()].sort()) {
    const group = groups.get(prefix)!;
    group.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
    for (const i of group) order[at++] = i;
    await yieldToEventLoop();
  }
  return order;
}
