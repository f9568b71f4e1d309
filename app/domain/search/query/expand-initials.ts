import { initialsSign } from "../index/derived-terms.ts";
import { findTerm } from "../index/term-dictionary.ts";
import { concentrationWords } from "../text/perfume-words.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches } from "./matches.ts";

const qualityByLetters = [0, 0, 0.72, 0.84, 0.9, 0.93, 0.95] as const;
const confidenceByLetters = [0, 0, 0.4, 0.65, 0.72, 0.9, 0.95] as const;
const minInitials = 2;
const maxInitials = 9;
const maxPieceLetters = 3;

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
