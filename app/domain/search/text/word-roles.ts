import { concentrationWords, flankerWords, genderWords } from "./perfume-words.ts";
import { fillerWords, functionWords } from "./stopwords.ts";

export const wordRole = {
  content: 0,
  function: 1,
  filler: 2,
  gender: 3,
  concentration: 4,
  flanker: 5,
  year: 6,
} as const;

/** A single table, because every catalogue word is looked up several times. */
const listedRoles: ReadonlyMap<string, number> = new Map(
  // Later roles override earlier ones.
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

export function roleOf(word: string): number {
  const listed = listedRoles.get(word);
  if (listed !== undefined) return listed;
  return word.length === 4 && /^(19|20)\d\d$/.test(word) ? wordRole.year : wordRole.content;
}

export const isStopwordRole = (role: number): boolean =>
  role === wordRole.filler || role === wordRole.function;

export const isStopword = (word: string): boolean => isStopwordRole(roleOf(word));
