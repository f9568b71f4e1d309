import { tokensOf } from "../text/tokens.ts";
import { GrowableUint32Array } from "./growable-array.ts";
import { maxNameWords } from "./occurrence.ts";
import { Vocabulary } from "./vocabulary.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

/** A perfume as the database has it: `marca` is the brand, `nombre` the name, `popularidad` on any scale, 0 when unknown. */
export type Entry = { id: number; marca: string; nombre: string; popularidad: number };

/** A brand with the words of its name, how many perfumes it has and the sum of their popularity. */
export type Brand = { words: number[]; perfumeCount: number; totalPopularity: number };

/** The entries in the order they came, words as numbers of the vocabulary. */
export type IngestedEntries = {
  vocabulary: Vocabulary;
  brands: Brand[];
  /** `ids`, `popularity` and `brandOf` have one item per entry */
  ids: Float64Array;
  popularity: Float64Array;
  brandOf: Uint32Array;
  /** the words of entry `i` are `words[wordStarts[i]]` up to, not including, `words[wordStarts[i + 1]]` */
  wordStarts: Uint32Array;
  words: Uint32Array;
};

/** Reads all entries once, and splits brands and names into words. Negative or missing popularity counts as 0. */
export async function ingest(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<IngestedEntries> {
  const vocabulary = new Vocabulary();
  const brands: Brand[] = [];
  const brandNumbers = new Map<string, number>();
  const ids: number[] = [];
  const popularity: number[] = [];
  const brandOf = new GrowableUint32Array();
  const wordStarts = new GrowableUint32Array();
  const words = new GrowableUint32Array();
  const wordsOf = (text: string) => tokensOf(text).slice(0, maxNameWords);
  for await (const { id, marca, nombre, popularidad } of entries) {
    let brand = brandNumbers.get(marca);
    if (brand === undefined) {
      const brandWords = wordsOf(marca).map((word) => vocabulary.numberOf(word));
      brand = brands.push({ words: brandWords, perfumeCount: 0, totalPopularity: 0 }) - 1;
      brandNumbers.set(marca, brand);
    }
    const knownPopularity = popularidad > 0 ? popularidad : 0;
    brands[brand]!.perfumeCount++;
    brands[brand]!.totalPopularity += knownPopularity;
    ids.push(id);
    popularity.push(knownPopularity);
    brandOf.push(brand);
    wordStarts.push(words.length);
    for (const word of wordsOf(nombre)) words.push(vocabulary.numberOf(word));
    const turn = yieldToEventLoop();
    if (turn) await turn;
  }
  wordStarts.push(words.length);
  return {
    vocabulary,
    brands,
    ids: Float64Array.from(ids),
    popularity: Float64Array.from(popularity),
    brandOf: brandOf.toTypedArray(),
    wordStarts: wordStarts.toTypedArray(),
    words: words.toTypedArray(),
  };
}
