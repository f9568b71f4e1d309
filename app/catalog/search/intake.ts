import { longestName } from "./catalogue.ts";
import { Column } from "./columns.ts";
import { tokensOf } from "./text/tokens.ts";

export type Entry = { id: number; marca: string; nombre: string; popularidad: number };

/** Words met so far, each with a number. */
export class Lexicon {
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

export type House = { words: number[]; perfumes: number; popularity: number };

/** Entries as they came, in words of the lexicon. */
export type Intake = {
  lexicon: Lexicon;
  houses: House[];
  ids: Float64Array;
  popularity: Float64Array;
  houseOf: Uint32Array;
  /** words of entry `i` are words[starts[i]] up to words[starts[i + 1]] */
  starts: Uint32Array;
  words: Uint32Array;
};

/** Reads all entries once. Negative or missing popularity counts as 0. */
export async function takeIn(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  breath: () => Promise<void> | undefined,
): Promise<Intake> {
  const lexicon = new Lexicon();
  const houses: House[] = [];
  const houseNumbers = new Map<string, number>();
  const ids: number[] = [];
  const popularity: number[] = [];
  const houseOf = new Column();
  const starts = new Column();
  const words = new Column();
  for await (const { id, marca, nombre, popularidad } of entries) {
    let number = houseNumbers.get(marca);
    if (number === undefined) {
      const own = tokensOf(marca).slice(0, longestName);
      number =
        houses.push({
          words: own.map((word) => lexicon.numberOf(word)),
          perfumes: 0,
          popularity: 0,
        }) - 1;
      houseNumbers.set(marca, number);
    }
    const known = popularidad > 0 ? popularidad : 0;
    houses[number]!.perfumes++;
    houses[number]!.popularity += known;
    ids.push(id);
    popularity.push(known);
    houseOf.push(number);
    starts.push(words.length);
    for (const word of tokensOf(nombre).slice(0, longestName)) words.push(lexicon.numberOf(word));
    const pause = breath();
    if (pause) await pause;
  }
  starts.push(words.length);
  return {
    lexicon,
    houses,
    ids: Float64Array.from(ids),
    popularity: Float64Array.from(popularity),
    houseOf: houseOf.trimmed(),
    starts: starts.trimmed(),
    words: words.trimmed(),
  };
}
