import { translatorIn } from "./translators.server.ts";
import type { Language } from "./languages.ts";
import { familyWords, noteWords } from "./note-words.server.ts";
import { canonical, normalized } from "./text.ts";
import type pages from "./locales/es/pages.json";

/** Columns of the tables. */
const columns: readonly Language[] = ["en", "es", "fr", "de", "it", "pt"];

const tableOf = (rows: string) =>
  new Map(
    rows
      .trim()
      .split("\n")
      .map((row) => row.split("|"))
      .map((words) => [words[0]!, words]),
  );

const notes = tableOf(noteWords);
const families = tableOf(familyWords);

type Concentration = keyof (typeof pages)["facts"]["concentrations"];

export const concentrationIn = (language: Language, concentration: Concentration) =>
  translatorIn(language).t(`pages:facts.concentrations.${concentration}`);

/** A note of a perfume, given by its English name; one that is not in the table as it was written. */
export const noteIn = (language: Language, note: string): string =>
  wordIn(notes, language, note) ?? note;

export const notesIn = (language: Language, notes: readonly string[]): string =>
  [...new Set(notes.map((note) => noteIn(language, note)))].join(", ");

/** A family of scents, also of several words that each name one: "woody aromatic". */
export function familyIn(language: Language, family: string): string {
  const whole = wordIn(families, language, family);
  if (whole !== undefined) return whole;
  const words = canonical(family)
    .split(/[\s-]+/u)
    .map((word) => wordIn(families, language, word));
  return words.includes(undefined) ? family : words.join(" ");
}

/**
 * The English name of a note that was typed in a language or in English; one that is not in the table as it was typed.
 * @param known notes of the bottle: where several English names have the same word, one of these is meant
 */
export function englishNote(language: Language, typed: string, known: readonly string[]): string {
  const shown = known.find((note) => isSameWord(noteIn(language, note), typed));
  return (
    shown ??
    englishIn(spelledNotes, language, typed) ??
    known.find((note) => isSameWord(note, typed)) ??
    englishIn(spelledNotes, "en", typed) ??
    typed
  );
}

/** As `englishNote`, also word by word. */
export function englishFamily(language: Language, typed: string, known?: string | null): string {
  if (known && [familyIn(language, known), known].some((one) => isSameWord(one, typed)))
    return known;
  const inEnglish = (words: string) =>
    englishIn(spelledFamilies, language, words) ?? englishIn(spelledFamilies, "en", words);
  const words = typed.split(/[\s-]+/u).map(inEnglish);
  return inEnglish(typed) ?? (words.includes(undefined) ? typed : words.join(" "));
}

/** People type without accents. */
const spelling = (word: string) =>
  normalized(canonical(word), "NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("'", "’");

const isSameWord = (one: string, other: string) => spelling(one) === spelling(other);

const bySpelling = (table: Map<string, string[]>) =>
  columns.map((_, column) => Map.groupBy(table.values(), (words) => spelling(words[column]!)));

const spelledNotes = bySpelling(notes);
const spelledFamilies = bySpelling(families);

function englishIn(table: ReturnType<typeof bySpelling>, language: Language, typed: string) {
  const found = table[columns.indexOf(language)]!.get(spelling(typed)) ?? [];
  // "Oud" is oud rather than agarwood.
  const alike = found.find(([english]) => isSameWord(english!, typed));
  return (alike ?? found[0])?.[0];
}

const wordIn = (table: Map<string, string[]>, language: Language, english: string) =>
  table.get(canonical(english))?.[columns.indexOf(language)];
