import { tokensOf } from "../text/tokenize.ts";
import { type Edition, editionOf } from "./editions.ts";
import { GrowableUint32Array } from "./packed-lists.ts";
import { NoteReader } from "./note-lists.ts";
import { maxNameWords } from "./occurrence.ts";
import type { YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";

class Vocabulary {
  #numbers = new Map<string, number>();
  readonly texts: string[] = [];

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** `popularidad` on any scale, 0 when unknown; `otherNames` are aliases and printed codes. */
export type Entry = Edition & {
  id: number;
  marca: string;
  nombre: string;
  popularidad: number;
  otherNames?: readonly string[];
  notes?: readonly string[];
  isLookalike?: boolean;
};

export type Brand = { words: number[]; perfumeCount: number; totalPopularity: number };

export type IngestedEntries = Awaited<ReturnType<typeof ingest>>;

/** Names of bottles, including aliases, in input order; words are vocabulary numbers. */
export async function ingest(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  yieldToEventLoop: YieldToEventLoop,
) {
  const vocabulary = new Vocabulary();
  const brands: Brand[] = [];
  const brandNumbers = new Map<string, number>();
  const ids: number[] = [];
  const popularity: number[] = [];
  const brandOf = new GrowableUint32Array();
  const isReadOff = new GrowableUint32Array();
  const edition = new GrowableUint32Array();
  const notes = new NoteReader();
  const ownNameOf = new GrowableUint32Array();
  const wordStarts = new GrowableUint32Array();
  const words = new GrowableUint32Array();
  const wordsOf = (text: string) => tokensOf(text).slice(0, maxNameWords);
  for await (const entry of entries) {
    const { id, marca, nombre, popularidad, otherNames = [] } = entry;
    let brand = brandNumbers.get(marca);
    if (brand === undefined) {
      const brandWords = wordsOf(marca).map((word) => vocabulary.numberOf(word));
      brand = brands.push({ words: brandWords, perfumeCount: 0, totalPopularity: 0 }) - 1;
      brandNumbers.set(marca, brand);
    }
    const knownPopularity = popularidad > 0 ? popularidad : 0;
    brands[brand]!.perfumeCount++;
    brands[brand]!.totalPopularity += knownPopularity;
    const ownName = ids.length;
    for (const name of [nombre, ...otherNames]) {
      ids.push(id);
      popularity.push(knownPopularity);
      brandOf.push(brand);
      isReadOff.push(entry.isLookalike || ids.length - 1 > ownName ? 1 : 0);
      edition.push(editionOf(entry));
      notes.add(ids.length - 1 > ownName ? [] : (entry.notes ?? []));
      ownNameOf.push(ownName);
      wordStarts.push(words.length);
      for (const word of wordsOf(name)) words.push(vocabulary.numberOf(word));
    }
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
    isReadOff: isReadOff.toTypedArray(),
    edition: edition.toTypedArray(),
    notes,
    /** entry of the bottle's main name; an entry's own number unless it is an alias */
    ownNameOf: ownNameOf.toTypedArray(),
    /** the words of name `i` are `words[wordStarts[i]]` up to, not including, `words[wordStarts[i + 1]]` */
    wordStarts: wordStarts.toTypedArray(),
    words: words.toTypedArray(),
  };
}
