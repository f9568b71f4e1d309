import { longestStretch, stretchOf } from "./hits.ts";
import { mistyped, soundingLike } from "./lookalikes.ts";
import { digitsInSequence, digitsOf, wordsForDigits } from "./text/numbers.ts";
import { isStopword } from "./text/word-roles.ts";
import { concentrationWords } from "./text/perfume-words.ts";
import { translationsOf } from "./text/translations.ts";
import { initialsSign, placeOf, termOf } from "./terms.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Hit, Hits } from "./hits.ts";

/** Finds everything in the catalogue that the words of a query may stand for, and puts it into `hits`. */
export function readInto(hits: Hits, catalogue: Catalogue, words: string[], open: boolean): void {
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= longestStretch && from + count <= words.length; count++) {
      const stretch = stretchOf(from, count);
      const part = words.slice(from, from + count);
      const last = open && from + count === words.length;
      readHouse(hits, catalogue, part.join(""), stretch);
      readNumber(hits, catalogue, part, stretch);
      readInitials(hits, catalogue, part, stretch);
      if (count === 1) readWord(hits, catalogue, part[0]!, stretch);
      else readGlued(hits, catalogue, part, stretch);
      if (last) readBeginning(hits, catalogue, part.join(""), stretch, count);
      else if (count === 1) readShortened(hits, catalogue, part[0]!, stretch);
    }
  }
}

function readWord(hits: Hits, { terms }: Catalogue, word: string, stretch: number) {
  const exact = termOf(terms, word);
  if (exact >= 0) hits.addTerm(exact, { stretch, quality: 1, trust: 1 });
  const doubt = exact >= 0 ? 0.94 : 1;
  const offer = ({ term, quality, trust }: Hit & { term: number }) =>
    hits.addTerm(term, { stretch, quality: quality * doubt, trust: trust * doubt });
  if (!isStopword(word)) for (const like of mistyped(terms, word)) offer({ stretch, ...like });
  for (const like of soundingLike(terms, word)) offer({ stretch, ...like });
  for (const { word: other, quality } of translationsOf(word)) {
    const term = termOf(terms, other);
    if (term >= 0) hits.addTerm(term, { stretch, quality, trust: 0.75 });
  }
}

function readGlued(hits: Hits, { terms }: Catalogue, part: string[], stretch: number) {
  const glued = part.join("");
  const exact = termOf(terms, glued);
  if (exact >= 0) hits.addTerm(exact, { stretch, quality: 0.97, trust: 1 });
  else if (glued.length > 6 && part.some((word) => termOf(terms, word) < 0)) {
    for (const { term, quality, trust } of mistyped(terms, glued)) {
      hits.addTerm(term, { stretch, quality: quality * 0.9, trust: trust * 0.9 });
    }
  }
}

function readBeginning(
  hits: Hits,
  { terms }: Catalogue,
  typed: string,
  stretch: number,
  count: number,
) {
  const low = placeOf(terms.texts, typed);
  const high = placeOf(terms.texts, typed + "~");
  if (high <= low || typed.length < 2 * count - 1) return;
  const letters = typed.length;
  const trust = letters > 3 ? 0.95 : [0.3, 0.3, 0.6, 0.72][letters]!;
  hits.ranges.push({ low, high, letters, stretch, quality: count === 1 ? 0.97 : 0.93, trust });
}

/** People cut words short in the middle too: "dolce gabb light b". */
function readShortened(hits: Hits, { terms }: Catalogue, word: string, stretch: number) {
  if (word.length < 3 || isStopword(word)) return;
  const exact = termOf(terms, word);
  if (exact >= 0 && terms.weight[exact]! < 0.7) return;
  const low = placeOf(terms.texts, word);
  const high = placeOf(terms.texts, word + "~");
  if (high > low)
    hits.ranges.push({ low, high, letters: word.length, stretch, quality: 0.85, trust: 0.7 });
}

function readHouse(hits: Hits, { aliases, initials }: Catalogue, glued: string, stretch: number) {
  for (const house of aliases.get(glued) ?? [])
    hits.addHouse(house, { stretch, quality: 0.97, trust: 1 });
  for (let at = 1; at < glued.length && glued.length > 2; at++) {
    const swapped = glued.slice(0, at - 1) + glued[at] + glued[at - 1] + glued.slice(at + 1);
    for (const house of aliases.get(swapped) ?? [])
      hits.addHouse(house, { stretch, quality: 0.8, trust: 0.6 });
  }
  if (glued.length > 5) return;
  const trust = [0, 0, 0.4, 0.6, 0.7, 0.8][glued.length]!;
  (initials.get(glued) ?? []).slice(0, 8).forEach((house, rank) => {
    hits.addHouse(house, { stretch, quality: 0.88 - 0.03 * rank, trust });
  });
}

function readNumber(hits: Hits, { terms }: Catalogue, part: string[], stretch: number) {
  const glued = part.join("");
  const offer = (text: string | undefined, quality: number) => {
    const term = text === undefined ? -1 : termOf(terms, text);
    if (term >= 0) hits.addTerm(term, { stretch, quality, trust: 1 });
  };
  const digits = /^\d+$/.test(glued) ? glued : digitsOf(glued);
  if (digits) {
    if (digits !== glued) offer(digits, glued.length > 1 ? 0.94 : 0.6);
    for (const word of wordsForDigits(digits))
      if (word !== glued) offer(word, word.length > 1 ? 0.9 : 0.6);
  }
  if (part.length > 1) offer(digitsInSequence(part), 0.9);
}

function readInitials(hits: Hits, { terms }: Catalogue, part: string[], stretch: number) {
  const glued = part.join("");
  if (glued.length < 2 || glued.length > 9 || concentrationWords.has(glued)) return;
  if (part.length > 1 && !part.every((word) => word.length < 4)) return;
  const term = termOf(terms, initialsSign + glued);
  const length = Math.min(6, glued.length);
  if (term >= 0)
    hits.addTerm(term, {
      stretch,
      quality: [0, 0, 0.72, 0.84, 0.9, 0.93, 0.95][length]!,
      trust: [0, 0, 0.4, 0.65, 0.72, 0.9, 0.95][length]!,
    });
}
