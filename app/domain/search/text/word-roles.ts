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

/** All listed words in one table, because every word of a catalogue is looked up several times. */
const listedRoles: ReadonlyMap<string, number> = new Map(
  // Of a word on several lists the last role counts.
  (
    [
      [flankerWords, wordRole.flanker],
      [fillerWords, wordRole.filler],
      [genderWords, wordRole.gender],
      [concentrationWords, wordRole.concentration],
      [functionWords, wordRole.function],
    ] as const
  ).flatMap(([words, role]) => [...words].map((word) => [word, role] as const)),
);

/** A folded word in, its `wordRole` out. */
export function roleOf(word: string): number {
  const listed = listedRoles.get(word);
  if (listed !== undefined) return listed;
  return word.length === 4 && /^(19|20)\d\d$/.test(word) ? wordRole.year : wordRole.content;
}

/** Whether a role says nothing about which perfume is meant. */
export const isStopwordRole = (role: number): boolean =>
  role === wordRole.filler || role === wordRole.function;

/** Whether a folded word says nothing about which perfume is meant. */
export const isStopword = (word: string): boolean => isStopwordRole(roleOf(word));
