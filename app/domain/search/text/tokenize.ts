import { editDistance } from "./edit-distance.ts";
import { fold } from "./fold.ts";
import { concentrationPhrases, numberSigns } from "./perfume-words.ts";

/** What may follow "eau de", its word in the index, and how many typos are forgiven in it. */
const concentrations: readonly (readonly [text: string, token: string, maxEdits: number])[] = [
  ["parfum", "edp", 1],
  ["perfume", "edp", 1],
  ["toilette", "edt", 2],
  ["cologne", "edc", 1],
];

const maxPhraseWords = 4;
/** Phrases begin with few words, which spares most words of a catalogue the comparison. */
const firstWords = new Set(
  ["eau", ...concentrationPhrases.keys()].map((phrase) => phrase.split(" ")[0]!),
);
/** Shorter text after "eau de" is too easily taken for a concentration. */
const minMisspeltLength = 5;

/**
 * Any text in, its folded words out in their order: "Nº5 Eau de Parfum" is no, 5, edp.
 * A concentration becomes one word, and every sign for "number" becomes "no".
 */
export function tokensOf(text: string): string[] {
  const folded = fold(text);
  if (!folded) return [];
  const words = folded.split(" ");
  const tokens: string[] = [];
  for (let at = 0; at < words.length;) {
    const { length, token } = concentrationAt(words, at) ?? { length: 1, token: words[at]! };
    const next = words[at + length];
    tokens.push(numberSigns.has(token) && next && /^\d/.test(next) ? "no" : token);
    at += length;
  }
  return tokens;
}

/** The concentration that begins at a word, with how many words it takes up. */
function concentrationAt(
  words: string[],
  at: number,
): { length: number; token: string } | undefined {
  if (!firstWords.has(words[at]!)) return undefined;
  for (let length = Math.min(maxPhraseWords, words.length - at); length > 0; length--) {
    const token = concentrationPhrases.get(words.slice(at, at + length).join(" "));
    if (token) return { length, token };
  }
  if (words[at] !== "eau" || !/^d[eiu]$/.test(words[at + 1] ?? "")) return undefined;
  for (const length of [3, 4]) {
    const typed = words.slice(at + 2, at + length).join("");
    if (typed.length < minMisspeltLength) continue;
    for (const [text, token, maxEdits] of concentrations) {
      if (editDistance(typed, text, maxEdits) <= maxEdits) return { length, token };
    }
  }
  return undefined;
}
