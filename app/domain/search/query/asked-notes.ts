import type { NoteLists } from "../index/note-lists.ts";
import { editDistance } from "../text/edit-distance.ts";
import { fold } from "../text/fold.ts";
import { roleOf, wordRole } from "../text/word-roles.ts";
import { endsInWord, maxLetters, withoutSizes } from "./parse-query.ts";

/** Each asked note is a bit of a number. */
const maxWords = 30;
const maxPhraseWords = 5;
const minMisspeltLetters = 5;
const minPrefixLetters = 3;
const maxGuesses = 2;

/** The notes that each part of a query may mean, or none if a word of it names no note. */
export function askedNotes({ meanings }: NoteLists, text: string): (readonly number[])[] {
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
