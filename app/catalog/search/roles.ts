import { chatter, flankers, genders, linking, strengths } from "./words.ts";

/** What kind of word a word is. */
export const role = {
  plain: 0,
  linking: 1,
  chatter: 2,
  gender: 3,
  strength: 4,
  flanker: 5,
  year: 6,
} as const;

/** A folded word in, its role out. */
export function roleOf(word: string): number {
  if (linking.has(word)) return role.linking;
  if (strengths.has(word)) return role.strength;
  if (genders.has(word)) return role.gender;
  if (chatter.has(word)) return role.chatter;
  if (flankers.has(word)) return role.flanker;
  if (/^(19|20)\d\d$/.test(word)) return role.year;
  return role.plain;
}
