import type { Changed, ShownEntry, Value } from "#app/domain/desk/log/shown-log.ts";
import { familyIn, noteIn } from "#app/i18n/fact-words.server.ts";
import type { Language } from "#app/i18n/languages.ts";

/** Entries of the log with families and notes, which are stored by their English names, in the operator's language. */
export const entriesInLanguage = (language: Language, entries: ShownEntry[]): ShownEntry[] =>
  entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => changeInLanguage(language, change)),
  }));

const words: Record<string, (language: Language, text: string) => string> = {
  familia: familyIn,
  notas: (language, text) =>
    text
      .split(", ")
      .map((note) => noteIn(language, note))
      .join(", "),
};

function changeInLanguage(language: Language, { field, before, after }: Changed): Changed {
  const inWords = Object.hasOwn(words, field) ? words[field]! : (_: Language, text: string) => text;
  const say = (value: Value | null) =>
    value?.kind === "text" ? { ...value, text: inWords(language, value.text) } : value;
  return { field, before: say(before), after: say(after) };
}
