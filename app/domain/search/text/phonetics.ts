/** Approximate phonetic spelling: khamrah, kamra → kamra; oudh, aoud, ud → ud; koelnisch → kulnix. */
export function phoneticKey(word: string): string {
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

export function consonantKey(word: string): string {
  const key = phoneticKey(word);
  return (/^[aiu]/.test(key) ? key[0]! : "") + key.replace(/[aiu]/g, "");
}

export const phoneticBuckets = 1 << 16;

/** Hash of the consonant key; -1 for too few consonants. */
export function phoneticBucket(word: string): number {
  const key = consonantKey(word);
  if (key.length < 2) return -1;
  let hash = 17;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 16)) & (phoneticBuckets - 1);
}
