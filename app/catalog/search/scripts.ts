/** Letters of other scripts as a Latin keyboard would spell them; a word that mixes scripts is read by look instead. */

const bySound: Record<string, string> = {};
const byLook: Record<string, string> = {};

function pairs(into: Record<string, string>, text: string) {
  for (const pair of text.split(" ")) into[pair[0]!] = pair.slice(1);
}

pairs(
  bySound,
  "аa бb вv гg дd еe ёe жj зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щsh ъ ыy ь эe юyu яya іi їyi єye ґg ўu",
);
pairs(bySound, "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo");
pairs(
  bySound,
  "اa أa إi آa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz ع غgh فf قq كk لl مm نn هh وw يy ىa ةh ئy ؤw ء پp چch گg کk یy",
);
pairs(byLook, "аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԁd ғf");
pairs(byLook, "αa βb εe ζz ηh ιi κk μm νv οo ρp τt υy χx");

const foreign = /[\u0370-\u03ff\u0400-\u052f\u0600-\u06ff]/;
const foreignLetters = /[\u0370-\u03ff\u0400-\u052f\u0600-\u06ff]/g;
const words = /[\p{L}\p{N}]+/gu;

/** Lower-case text in, the same with Cyrillic, Greek and Arabic letters replaced by Latin ones. */
export function latinise(text: string): string {
  if (!foreign.test(text)) return text;
  return text.replace(words, (word) => {
    const table = /[a-z]/.test(word) ? byLook : bySound;
    return word.replace(foreignLetters, (letter) => table[letter] ?? bySound[letter] ?? "");
  });
}
