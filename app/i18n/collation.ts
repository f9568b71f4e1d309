import type { Language } from "./languages.ts";

export type Compare = (a: string, b: string) => number;

const comparers = new Map<Language, Compare>();

/** @returns the alphabetical order of a language (CLDR): accents and case decide last, and "No. 5" is before "No. 19" */
export function comparerIn(language: Language): Compare {
  const known = comparers.get(language);
  if (known) return known;
  const { compare } = new Intl.Collator(language, { numeric: true });
  comparers.set(language, compare);
  return compare;
}
