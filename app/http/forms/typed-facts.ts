import {
  type FactColumn,
  maxFamilyLength,
  readFact,
  type StoredFacts,
  typedFacts,
} from "#app/domain/catalog/facts.ts";
import { englishFamily, englishNote, familyIn, noteIn } from "#app/i18n/fact-words.server.ts";
import type { Language } from "#app/i18n/languages.ts";

const notesIn = (row: Partial<StoredFacts>) => row.notas?.split("|") ?? [];

/** Facts as a form shows them, family and notes in the reader's language. */
export function factsToType(language: Language, row: StoredFacts): Record<FactColumn, string> {
  const family = row.familia === null ? "" : familyIn(language, row.familia);
  const words = new Set<string>();
  for (const note of notesIn(row)) {
    const word = noteIn(language, note);
    words.add(words.has(word) ? note : word);
  }
  return {
    ...typedFacts(row),
    familia: family.length <= maxFamilyLength ? family : row.familia!,
    notas: [...words].join(", "),
  };
}

/** Typed facts as they are stored: family and notes by their English names. @param shown what the form showed */
export function factsInEnglish<Typed extends Partial<StoredFacts>>(
  language: Language,
  typed: Typed,
  shown: Partial<StoredFacts> = {},
): Typed {
  const { familia, notas } = typed;
  const known = notesIn(shown);
  const notes = notas?.split("|").map((note) => englishNote(language, note, known));
  return {
    ...typed,
    ...(familia && { familia: englishFamily(language, familia, shown.familia) }),
    ...(notes && { notas: readFact.notas(notes.join("|")) }),
  };
}
