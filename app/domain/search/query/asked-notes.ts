import type { NoteLists } from "../index/note-lists.ts";
import { editDistance } from "../text/edit-distance.ts";
import { fold } from "../text/fold.ts";
import { roleOf, wordRole } from "../text/word-roles.ts";
import { endsInWord, maxLetters, withoutSizes } from "./parse-query.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";

/** Each asked note is a bit of a number. */
const maxWords = 30;
const maxPhraseWords = 5;
const minMisspeltLetters = 5;
const minPrefixLetters = 3;
const maxGuesses = 2;

/** The notes that each part of a query may mean, or none if a word of it names no note. */
function askedNotes({ meanings }: NoteLists, text: string): (readonly number[])[] {
  const words = fold(withoutSizes(text.slice(0, maxLetters)))
    .split(" ")
    .slice(0, maxWords);
  const asked = new Map<string, readonly number[]>();
  const unknown: number[] = [];
  for (let at = 0; at < words.length;) {
    const length = phraseLength(meanings, words, at);
    const phrase = words.slice(at, at + length).join(" ");
    if (length > 0) asked.set(phrase, meanings.get(phrase)!);
    else if (isTelling(words[at]!)) unknown.push(at);
    at += length || 1;
  }
  if (asked.size === 0 || unknown.length > maxGuesses) return [];
  for (const at of unknown) {
    const isUnfinished = at === words.length - 1 && endsInWord(text);
    const meant = guess(meanings, words[at]!, isUnfinished);
    if (meant.length === 0) return [];
    asked.set(words[at]!, meant.flat());
  }
  return [...asked.values()];
}

function phraseLength(meanings: NoteLists["meanings"], words: string[], at: number): number {
  for (let length = Math.min(maxPhraseWords, words.length - at); length > 0; length--)
    if (meanings.has(words.slice(at, at + length).join(" "))) return length;
  return 0;
}

const untelling: number[] = [
  wordRole.function,
  wordRole.filler,
  wordRole.gender,
  wordRole.concentration,
];
const isTelling = (word: string) => !untelling.includes(roleOf(word));

/** Notes that an unfinished word begins, or that a word names with a typo. */
function guess(
  meanings: NoteLists["meanings"],
  word: string,
  isUnfinished: boolean,
): (readonly number[])[] {
  const isMeant = (phrase: string) =>
    (isUnfinished && word.length >= minPrefixLetters && phrase.startsWith(word)) ||
    (word.length >= minMisspeltLetters && editDistance(word, phrase, 1) <= 1);
  return [...meanings].flatMap(([phrase, notes]) => (isMeant(phrase) ? [notes] : []));
}

export interface NoteHit {
  id: number;
  isNear: boolean;
  /** the bottle's own that were asked for, as the catalogue writes them */
  notes: string[];
}

/** Bottles with the most of the notes that a query asks for first, then the best known. */
export function bottlesWithNotes(index: InvertedIndex, text: string, limit: number): NoteHit[] {
  const asked = askedNotes(index.notes, text);
  if (asked.length === 0) return [];
  const { texts, ofPerfume } = index.notes;
  const bits = new Uint32Array(texts.length);
  asked.forEach((notes, bit) => notes.forEach((note) => (bits[note]! |= 1 << bit)));
  const byCount: number[][] = asked.map(() => []);
  for (let perfume = 0; perfume < index.size; perfume++) {
    let has = 0;
    for (let at = ofPerfume.starts[perfume]!; at < ofPerfume.starts[perfume + 1]!; at++)
      has |= bits[ofPerfume.items[at]!]!;
    const same = has === 0 ? undefined : byCount[asked.length - countOf(has)]!;
    if (same && same.length < limit) same.push(perfume);
  }
  return byCount
    .flatMap((perfumes, missing) =>
      perfumes.map((perfume) => {
        const { starts, items } = ofPerfume;
        const own = [...items.subarray(starts[perfume], starts[perfume + 1])];
        const notes = own.filter((note) => bits[note]).map((note) => texts[note]!);
        return { id: index.ids[perfume]!, isNear: missing > 0, notes };
      }),
    )
    .slice(0, limit);
}

function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
