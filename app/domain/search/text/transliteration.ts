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
export function transliterate(text: string): string {
  if (!foreignLetter.test(text)) return text;
  return text.replace(words, (word) => {
    const table = /[a-z]/.test(word) ? byLook : bySound;
    return word.replace(foreignLetters, (letter) => table.get(letter) ?? bySound.get(letter) ?? "");
  });
}
