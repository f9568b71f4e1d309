import { meanings } from "./words.ts";

const linesOf = new Map<string, string[][]>();
for (const line of meanings) {
  for (const word of line) linesOf.set(word, [...(linesOf.get(word) ?? []), line]);
}

/** A folded word in; words of the six languages that mean the same out, with how well they agree, 0 to 1. */
export function meaningsOf(word: string): { word: string; quality: number }[] {
  const quality = word.length > 1 ? 0.88 : 0.6;
  return linesNear(word).flatMap((line) =>
    line.filter((other) => other !== word).map((other) => ({ word: other, quality })),
  );
}

/** Endings are many (schwarze, noires, negras), so a word that has no line is tried without its last letter or two. */
function linesNear(word: string): string[][] {
  const endings = word.length > 4 ? [0, 1, 2] : [0];
  for (const ending of endings) {
    const lines = linesOf.get(word.slice(0, word.length - ending));
    if (lines) return lines;
  }
  return [];
}
