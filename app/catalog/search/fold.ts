import { concentrations, numberSigns } from "./words.ts";
import { latinise } from "./scripts.ts";
import { mistakesBetween } from "./typos.ts";

const lettersWithoutDecomposition: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Any text in; lower-case ASCII words and numbers out, one blank between them, "" when nothing is left. */
export function fold(text: string): string {
  const plain = text
    .replace(/[™®©]/g, " ")
    .replace(/(?<=\bn)[°˚]/gi, "o")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "");
  return latinise(plain)
    .replace(/[ßæœøłđðþı]/g, (letter) => lettersWithoutDecomposition[letter]!)
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/(?<=[a-z0-9])eaude(parfum|toilette|cologne)/g, " eau de $1")
    .replace(/(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])/g, " ")
    .replace(/\b0+(?=\d)/g, "")
    .trim();
}

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
    const [taken, word] = concentrationAt(words, at) ?? [1, words[at]!];
    const next = words[at + taken];
    tokens.push(numberSigns.has(word) && next && /^\d/.test(next) ? "no" : word);
    at += taken;
  }
  return tokens;
}

function concentrationAt(words: string[], at: number): [number, string] | undefined {
  for (let taken = Math.min(4, words.length - at); taken > 0; taken--) {
    const short = concentrations.get(words.slice(at, at + taken).join(" "));
    if (short) return [taken, short];
  }
  if (words[at] !== "eau" || !/^d[eiu]$/.test(words[at + 1] ?? "")) return undefined;
  for (const taken of [3, 4]) {
    const typed = words.slice(at + 2, at + taken).join("");
    for (const [kind, short, mistakes] of misspelt) {
      if (typed.length > 4 && mistakesBetween(typed, kind, mistakes) <= mistakes)
        return [taken, short];
    }
  }
}

/** "eau de" what, what it is in the index, and how many mistakes are forgiven. */
const misspelt: [string, string, number][] = [
  ["parfum", "edp", 1],
  ["perfume", "edp", 1],
  ["toilette", "edt", 2],
  ["cologne", "edc", 1],
];
