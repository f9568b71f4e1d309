import type { Language } from "./languages.ts";
import { familyWords, noteWords } from "./note-words.server.ts";
import { pageTranslations } from "./page-text.server.ts";
import { canonical } from "./text.ts";
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
  pageTranslations(language, "facts")(`concentrations.${concentration}` as "concentrations");

/** A note of a perfume, given by its English name; one that is not in the table as it was written. */
export const noteIn = (language: Language, note: string): string =>
  wordIn(notes, language, note) ?? note;

/** A family of scents, also of several words that each name one: "woody aromatic". */
export function familyIn(language: Language, family: string): string {
  const whole = wordIn(families, language, family);
  if (whole !== undefined) return whole;
  const words = canonical(family)
    .split(/[\s-]+/u)
    .map((word) => wordIn(families, language, word));
  return words.includes(undefined) ? family : words.join(" ");
}

const wordIn = (table: Map<string, string[]>, language: Language, english: string) =>
  table.get(canonical(english))?.[columns.indexOf(language)];
