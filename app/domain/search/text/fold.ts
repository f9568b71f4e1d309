import { normalized } from "#app/i18n/text.ts";
import { transliterate } from "./transliteration.ts";

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

/** Lower-case ASCII words, with letters and digits separated: "212VIP" → "212 vip"; "" when nothing is left. */
export function fold(text: string): string {
  const letters = isAscii.test(text) ? text.toLowerCase() : latinLetters(text);
  return letters
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/(?<=[a-z0-9])eaude(parfum|toilette|cologne)/g, " eau de $1")
    .replace(/(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])/g, " ")
    .replace(/\b0+(?=\d)/g, "")
    .trim();
}

const isAscii = /^[\x20-\x7e]*$/;

function latinLetters(text: string): string {
  const signs = text.replace(/[™®©]/g, " ").replace(/(?<=\bn)[°˚]/gi, "o");
  const plain = normalized(signs, "NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "");
  return transliterate(plain).replace(/[ßæœøłđðþı]/g, (letter) => specialLetters.get(letter)!);
}
