import type { FormatterModule } from "i18next";

/** Words that lose their vowel before a vowel. In a text: "{{nombre, de}}", "{{date, Il}}". */
const elided: Record<string, string> = {
  de: "d’",
  Il: "L’",
  il: "l’",
  al: "all’",
  Dal: "Dall’",
  dal: "dall’",
  del: "dell’",
};

/** French: "d’Aventus", "d’Hypnôse", "d’Ysatis"; but "de One Million", "de Y", "de Yara", "de Hawas". */
const frenchVowel =
  /^(?!one(?!\p{L})|oui|ouate|ui|y[aeo])(?:[aeiouyœæàâäéèêëîïôöûü](?=.)|ô$|xs(?!\p{L})|h(?:24|ab|armon|élio|erbe|ermès|éri|éroï|eu|ip|istoi|istor|omme|onor|ugo|uile|yp))/iu;

/** Italian: otto, undici, ottanta, ottocento and ottomila begin with a vowel. */
const italianVowel = /^(?:8|11(?!\d))/u;

/** Joins a value with the word that a text names after a comma. */
export function inflect(value: unknown, word?: string): string {
  const text = String(value ?? "");
  if (!word) return text;
  const vowel = word === "de" ? frenchVowel : italianVowel;
  return vowel.test(text) ? `${elided[word]}${text}` : `${word} ${text}`;
}

/** For i18next, on the server: texts that browsers load have no such words. */
export const grammar: FormatterModule = {
  type: "formatter",
  init() {},
  add() {},
  addCached() {},
  format: inflect,
};
