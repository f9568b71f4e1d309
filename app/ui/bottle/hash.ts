/** @returns a 32-bit hash (FNV-1a with MurmurHash3's final mix), the same in every browser and version */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function pick<T>(choices: readonly T[], text: string, what: string): T {
  return choices[hash(`${what} ${text}`) % choices.length]!;
}

/** @returns the words of a text in lower case without accents: "L’Eau d’Été" gives l, eau, d, ete */
export function words(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
