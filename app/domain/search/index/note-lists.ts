import { GrowableUint32Array, type PackedLists } from "./packed-lists.ts";
import { noteWords } from "#app/i18n/note-words.server.ts";
import { canonical } from "#app/i18n/text.ts";
import { fold } from "../text/fold.ts";

const rows = noteWords
  .trim()
  .split("\n")
  .map((row) => row.split("|"));

/** English note → its words in six languages, and those of what other languages do not tell apart ("orange flower"). */
const wordsOf = new Map(
  [...Map.groupBy(rows, ([, ...translations]) => translations.join("|")).values()].flatMap(
    (alike) => alike.map(([english]) => [english!, alike.flat()] as const),
  ),
);

const knownPhrases: ReadonlySet<string> = new Set(rows.flat().map(fold));

/** After the note that they are a kind of: "jasmine sambac". */
const varieties = new Set(["sambac", "absolute", "accord", "bean", "pod"]);

/** What people type for a note, folded: its words, and those of what it is a kind of. @param note English */
function phrasesOf(note: string): Set<string> {
  const words = canonical(note).split(/[\s-]+/u);
  while (words.length > 1 && varieties.has(words.at(-1)!)) words.pop();
  const kinds = words.map((_, from) => words.slice(from).join(" "));
  const meant = [canonical(note), ...kinds].flatMap((kind) => wordsOf.get(kind) ?? []);
  return new Set([note, ...meant].map(fold).filter(Boolean));
}

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
