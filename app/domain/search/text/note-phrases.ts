import { noteWords } from "#app/i18n/note-words.server.ts";
import { canonical } from "#app/i18n/text.ts";
import { fold } from "./fold.ts";

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

export const knownPhrases: ReadonlySet<string> = new Set(rows.flat().map(fold));

/** After the note that they are a kind of: "jasmine sambac". */
const varieties = new Set(["sambac", "absolute", "accord", "bean", "pod"]);

/** What people type for a note, folded: its words, and those of what it is a kind of. @param note English */
export function phrasesOf(note: string): Set<string> {
  const words = canonical(note).split(/[\s-]+/u);
  while (words.length > 1 && varieties.has(words.at(-1)!)) words.pop();
  const kinds = words.map((_, from) => words.slice(from).join(" "));
  const meant = [canonical(note), ...kinds].flatMap((kind) => wordsOf.get(kind) ?? []);
  return new Set([note, ...meant].map(fold).filter(Boolean));
}
