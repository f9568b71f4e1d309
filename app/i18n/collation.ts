import type { Language } from "./languages.ts";

export type Compare = (a: string, b: string) => number;

const comparers = new Map<Language, Compare>();

/** Alphabetical order (CLDR), with "No. 5" before "No. 19". */
export function comparerIn(language: Language): Compare {
  const known = comparers.get(language);
  if (known) return known;
  const { compare } = new Intl.Collator(language, { numeric: true });
  comparers.set(language, compare);
  return compare;
}
