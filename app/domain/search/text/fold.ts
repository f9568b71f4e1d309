import { normalized } from "#app/i18n/text.ts";

/** @param pairs a foreign letter and its Latin spelling: "шsh" */
const letterTable = (pairs: string): ReadonlyMap<string, string> =>
  new Map(pairs.split(" ").map((pair) => [pair[0]!, pair.slice(1)]));

const bySound = letterTable(
  "аa бb вv гg дd еe ёe жj зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щsh ъ ыy ь эe юyu яya іi їyi єye ґg ўu " +
    "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo " +
    "اa أa إi آa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz ع غgh فf قq كk لl مm نn هh وw يy ىa ةh ئy ؤw ء پp چch گg کk یy",
);
const byLook = letterTable(
  "аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԁd ғf αa βb εe ζz ηh ιi κk μm νv οo ρp τt υy χx",
);

const foreignLetter = /[\u0370-\u03ff\u0400-\u052f\u0600-\u06ff]/;
const foreignLetters = new RegExp(foreignLetter, "g");
const words = /[\p{L}\p{N}]+/gu;

/** By sound, but by look in words that mix scripts ("Uniсоrn" with a Cyrillic "со"). */
function transliterate(text: string): string {
  if (!foreignLetter.test(text)) return text;
  return text.replace(words, (word) => {
    const table = /[a-z]/.test(word) ? byLook : bySound;
    return word.replace(foreignLetters, (letter) => table.get(letter) ?? bySound.get(letter) ?? "");
  });
}

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
