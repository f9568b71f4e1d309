import { GrowableUint32Array } from "./growable-array.ts";
import type { PackedLists } from "./packed-lists.ts";
import { knownPhrases, phrasesOf } from "../text/note-phrases.ts";

export interface NoteLists {
  texts: string[];
  /** what people type, folded → the notes that it may mean, if bottles have any */
  meanings: ReadonlyMap<string, readonly number[]>;
  /** the notes of each perfume; of an alias none */
  ofPerfume: PackedLists;
}

export class NoteReader {
  #numbers = new Map<string, number>();
  #starts = new GrowableUint32Array();
  #notes = new GrowableUint32Array();

  add(notes: readonly string[]): void {
    this.#starts.push(this.#notes.length);
    for (const note of notes) {
      const number = this.#numbers.get(note) ?? this.#numbers.size;
      this.#numbers.set(note, number);
      this.#notes.push(number);
    }
  }

  /** @param order the entries as perfumes are numbered */
  inOrder(order: Uint32Array): NoteLists {
    const texts = [...this.#numbers.keys()];
    const meanings = new Map<string, number[]>([...knownPhrases].map((phrase) => [phrase, []]));
    texts.forEach((text, note) => {
      for (const phrase of phrasesOf(text)) {
        const meant = meanings.get(phrase);
        if (meant) meant.push(note);
        else meanings.set(phrase, [note]);
      }
    });
    const [from, notes] = [this.#starts.view(), this.#notes.view()];
    const starts = new Uint32Array(order.length + 1);
    const items = new Uint32Array(notes.length);
    order.forEach((entry, perfume) => {
      const own = notes.subarray(from[entry], from[entry + 1] ?? notes.length);
      items.set(own, starts[perfume]!);
      starts[perfume + 1] = starts[perfume]! + own.length;
    });
    return { texts, meanings, ofPerfume: { starts, items } };
  }
}
