/**
 * A folded word in; how it sounds out, roughly, so that transliterations meet: khamrah, kamra → kamra; oudh, aoud, ud → ud;
 * koelnisch → kolnis. Vowels are kept as three classes (a, i, u).
 */
export function soundOf(word: string): string {
  return word
    .replace(/x/g, "ks")
    .replace(/kh|q|ck|c(?![eiyh])/g, "k")
    .replace(/ph/g, "f")
    .replace(/gh/g, "g")
    .replace(/dh/g, "d")
    .replace(/th/g, "t")
    .replace(/sch|sh|ch/g, "x")
    .replace(/g(?=[ei])/g, "j")
    .replace(/[cz]/g, "s")
    .replace(/w/g, "v")
    .replace(/^h|h$|h(?![aeiouy])/g, "")
    .replace(/a?ou|oo|aou|oe|ue|[ou]+/g, "u")
    .replace(/ee|ei|ie|ai|ay|ey|[iy]+/g, "i")
    .replace(/ae|e|a+/g, "a")
    .replace(/(.)\1+/g, "$1");
}

/** A folded word in; the consonants of its sound out, with a mark where it begins with a vowel. */
export function skeletonOf(word: string): string {
  const sound = soundOf(word);
  return (/^[aiu]/.test(sound) ? sound[0]! : "") + sound.replace(/[aiu]/g, "");
}
