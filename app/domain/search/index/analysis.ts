import type { YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import { roleOf, wordRole } from "../text/word-roles.ts";
import type { IngestedEntries } from "./ingest.ts";
import { maxNameWords, packOccurrence } from "./occurrence.ts";
import { GrowableUint32Array, type PackedLists } from "./packed-lists.ts";

/** Only this many of the most popular perfumes get joined names and initials, to save memory and time. */
const maxPerfumesWithDerivedTerms = 60_000;

/** Adds derived terms to the vocabulary. @param order entries by popularity: the first becomes perfume 0 */
export async function analyzeNames(
  { vocabulary, brands, brandOf, wordStarts, words }: IngestedEntries,
  order: Uint32Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ occurrences: PackedLists; nameLength: Uint8Array }> {
  const items = new GrowableUint32Array();
  const starts = new GrowableUint32Array();
  const nameLength = new Uint8Array(order.length);
  for (let perfume = 0; perfume < order.length; perfume++) {
    const entry = order[perfume]!;
    const name = Array.from(words.subarray(wordStarts[entry], wordStarts[entry + 1]));
    const texts = name.map((word) => vocabulary.texts[word]!);
    const repeatsBrand = name.map((word) => brands[brandOf[entry]!]!.words.includes(word));
    starts.push(items.length);
    nameLength[perfume] = name.length;
    name.forEach((word, at) => items.push(packOccurrence(word, at, 1, repeatsBrand[at]!)));
    const derivedTerms =
      perfume < maxPerfumesWithDerivedTerms
        ? [...joinedNeighbours(texts), ...joinedName(texts), ...nameInitials(texts, repeatsBrand)]
        : [];
    for (const { text, firstWord, wordCount } of derivedTerms)
      items.push(packOccurrence(vocabulary.numberOf(text), firstWord, wordCount, false));
    const turn = yieldToEventLoop();
    if (turn) await turn;
  }
  starts.push(items.length);
  return {
    occurrences: { starts: starts.toTypedArray(), items: items.toTypedArray() },
    nameLength,
  };
}

export function analyzeBrands({ vocabulary, brands }: IngestedEntries): number[][] {
  return brands.map(({ words }) => {
    const texts = words.map((word) => vocabulary.texts[word]!);
    const joined = joinedNeighbours(texts).map(({ text }) => text);
    if (texts.length > 1) joined.push(texts.join(""));
    return [...words, ...joined.map((text) => vocabulary.numberOf(text))];
  });
}

/** Stands for `wordCount` words of a name from `firstWord` on; 0 words: to the end of the name. */
type DerivedTerm = { text: string; firstWord: number; wordCount: number };

export const initialsSign = "=";

const shortWordLength = 3;
const minJoinedLength = 4;
const maxInitials = 9;
const minSpokenInitials = 3;

/** Joins neighbours if one is very short (l'interdit, j'adore) or both are numbers. */
function joinedNeighbours(words: string[]): DerivedTerm[] {
  const joined: DerivedTerm[] = [];
  for (let firstWord = 0; firstWord + 1 < words.length; firstWord++) {
    const left = words[firstWord]!;
    const right = words[firstWord + 1]!;
    if (areNumbers(left, right) || areWrittenTogether(left, right))
      joined.push({ text: left + right, firstWord, wordCount: 2 });
  }
  return joined;
}

const areNumbers = (left: string, right: string) => /^\d+$/.test(left) && /^\d+$/.test(right);

function areWrittenTogether(left: string, right: string): boolean {
  const isFunctionWord = (word: string) => word.length > 1 && roleOf(word) === wordRole.function;
  return (
    Math.min(left.length, right.length) < shortWordLength &&
    left.length + right.length >= minJoinedLength &&
    /^[a-z]+$/.test(left + right) &&
    !(isFunctionWord(left) && isFunctionWord(right))
  );
}

function joinedName(words: string[]): DerivedTerm[] {
  if (words.length < 2) return [];
  const joined = [{ text: words.join(""), firstWord: 0, wordCount: 0 }];
  const core = coreLength(words);
  if (core > 1 && core < words.length)
    joined.push({ text: words.slice(0, core).join(""), firstWord: 0, wordCount: core });
  return joined;
}

/**
 * Initials (br540, bdc, lvieb) of all words, of the core, of the words an original shares with its flankers ("adg"), and of
 * the words after the brand; also without single letters (l', d'), and without function words ("lvb" for La Vie est Belle).
 */
function nameInitials(words: string[], repeatsBrand: boolean[]): DerivedTerm[] {
  const found = new Map<string, DerivedTerm>();
  const add = (letters: string[], firstWord: number, wordCount: number) => {
    if (letters.length < 2) return;
    const text = initialsSign + letters.map(initialOf).join("");
    if (!found.has(text)) found.set(text, { text, firstWord, wordCount });
  };
  const core = coreLength(words);
  const afterBrand = repeatsBrand.lastIndexOf(true, Math.max(0, words.length - 3)) + 1;
  for (const firstWord of new Set([0, afterBrand])) {
    for (const end of new Set([words.length, core, stemLength(words)])) {
      if (end - firstWord < 2 || end - firstWord > maxInitials) continue;
      const wordCount = end === words.length ? 0 : end - firstWord;
      const span = words.slice(firstWord, end);
      add(span, firstWord, wordCount);
      add(
        span.filter((word) => word.length > 1 || /\d/.test(word)),
        firstWord,
        wordCount,
      );
      const spoken = span.filter((word, at) => at === 0 || roleOf(word) !== wordRole.function);
      if (spoken.length >= minSpokenInitials) add(spoken, firstWord, wordCount);
    }
  }
  return [...found.values()];
}

const initialOf = (word: string) => (/^\d/.test(word) || /^ed[ptc]$/.test(word) ? word : word[0]!);

/** Number of words without trailing concentration, year, gender and function words; at least 1. */
function coreLength(words: string[]): number {
  let core = Math.min(words.length, maxNameWords);
  while (core > 1 && isOptionalAtEnd(roleOf(words[core - 1]!))) core--;
  return core;
}

function stemLength(words: string[]): number {
  let stem = coreLength(words);
  while (stem > 1 && isOfVersion(roleOf(words[stem - 1]!))) stem--;
  return stem;
}

const isOfVersion = (role: number) =>
  role === wordRole.flanker || role === wordRole.filler || isOptionalAtEnd(role);

const isOptionalAtEnd = (role: number) =>
  role === wordRole.concentration ||
  role === wordRole.year ||
  role === wordRole.gender ||
  role === wordRole.function;
