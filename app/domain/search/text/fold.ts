import { normalized } from "#app/i18n/text.ts";
import { transliterate } from "./transliteration.ts";

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const specialLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: "ss",
    æ: "ae",
    œ: "oe",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    þ: "th",
    ı: "i",
  }),
);

/**
 * Any text in; lower-case ASCII words and numbers out, one blank between them, "" when nothing is left.
 * Letters and digits that touch are parted: "212VIP" is "212 vip".
 */
export function fold(text: string): string {
  const letters = isAscii.test(text) ? text.toLowerCase() : latinLetters(text);
  return letters
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/(?<=[a-z0-9])eaude(parfum|toilette|cologne)/g, " eau de $1")
    .replace(/(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])/g, " ")
    .replace(/\b0+(?=\d)/g, "")
    .trim();
}

/** Most names are, and need nothing of what follows. */
const isAscii = /^[\x20-\x7e]*$/;

function latinLetters(text: string): string {
  const signs = text.replace(/[™®©]/g, " ").replace(/(?<=\bn)[°˚]/gi, "o");
  const plain = normalized(signs, "NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "");
  return transliterate(plain).replace(/[ßæœøłđðþı]/g, (letter) => specialLetters.get(letter)!);
}
