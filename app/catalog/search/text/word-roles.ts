import { concentrationWords, flankerWords, genderWords } from "./perfume-words.ts";
import { fillerWords, functionWords } from "./stopwords.ts";

/** What a word does in a perfume's name or in a query. */
export const wordRole = {
  /** names the perfume or its brand */
  content: 0,
  /** article, preposition, conjunction */
  function: 1,
  /** what shoppers type around a name */
  filler: 2,
  gender: 3,
  concentration: 4,
  flanker: 5,
  year: 6,
} as const;

/** A folded word in, its `wordRole` out. A word on several lists has the first role that fits. */
export function roleOf(word: string): number {
  if (functionWords.has(word)) return wordRole.function;
  if (concentrationWords.has(word)) return wordRole.concentration;
  if (genderWords.has(word)) return wordRole.gender;
  if (fillerWords.has(word)) return wordRole.filler;
  if (flankerWords.has(word)) return wordRole.flanker;
  if (/^(19|20)\d\d$/.test(word)) return wordRole.year;
  return wordRole.content;
}

/** Whether a role says nothing about which perfume is meant. */
export const isStopwordRole = (role: number): boolean =>
  role === wordRole.filler || role === wordRole.function;

/** Whether a folded word says nothing about which perfume is meant. */
export const isStopword = (word: string): boolean => isStopwordRole(roleOf(word));
