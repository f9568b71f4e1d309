import { editDistance } from "./edit-distance.ts";
import { fold } from "./fold.ts";
import { concentrationPhrases, numberSigns } from "./perfume-words.ts";

/** Words after "eau de", with their index term and the number of typos forgiven. */
const concentrations: readonly (readonly [text: string, token: string, maxEdits: number])[] = [
  ["parfum", "edp", 1],
  ["perfume", "edp", 1],
  ["toilette", "edt", 2],
  ["cologne", "edc", 1],
];

const maxPhraseWords = 4;
const firstWords = new Set(
  ["eau", ...concentrationPhrases.keys()].map((phrase) => phrase.split(" ")[0]!),
);
const minMisspeltLength = 5;

/** Folded words, with a concentration as one: "Nº5 Eau de Parfum" → no, 5, edp. */
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
