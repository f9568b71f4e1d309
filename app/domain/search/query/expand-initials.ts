import { initialsSign } from "../index/derived-terms.ts";
import { findTerm } from "../index/term-dictionary.ts";
import { concentrationWords } from "../text/perfume-words.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches } from "./matches.ts";

/** Quality and confidence of a name's initials by number of letters (0 to 6): the fewer, the more names share them. */
const qualityByLetters = [0, 0, 0.72, 0.84, 0.9, 0.93, 0.95] as const;
const confidenceByLetters = [0, 0, 0.4, 0.65, 0.72, 0.9, 0.95] as const;
const minInitials = 2;
const maxInitials = 9;
/** Initials typed with blanks or digits in between come in pieces: "br 540". */
const maxPieceLetters = 3;

/** Words that, written together, may be a name's initials: the term that stands for them. */
export function expandInitials(
  matches: Matches,
  { terms }: InvertedIndex,
  words: string[],
  span: number,
): void {
  const initials = words.join("");
  if (initials.length < minInitials || initials.length > maxInitials) return;
  if (concentrationWords.has(initials)) return;
  if (words.length > 1 && words.some((word) => word.length > maxPieceLetters)) return;
  const term = findTerm(terms, initialsSign + initials);
  if (term < 0) return;
  const letters = Math.min(qualityByLetters.length - 1, initials.length);
  matches.addTerm(term, span, {
    quality: qualityByLetters[letters]!,
    confidence: confidenceByLetters[letters]!,
  });
}
