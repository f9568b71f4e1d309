import { translationTable } from "./translation-table.ts";

/** A word from another language, and how well it matches, 0 to 1. */
type Translation = { word: string; quality: number };

/** Below exact and typo matches: a translated name is rarely what is meant, but nothing else may fit. */
const translationQuality = 0.88;
/** Single letters ("y", "e") mean too many things: found only when nothing better is. */
const singleLetterQuality = 0.6;
/** Shorter words have no inflections worth trying. */
const minInflectedLength = 5;
const maxInflectionLength = 2;

const meaningsOf = Map.groupBy(
  translationTable.flatMap((meaning) => meaning.map((word) => ({ word, meaning }))),
  ({ word }) => word,
);

/** A folded word in; the words of the six languages that mean the same out. */
export function translationsOf(word: string): Translation[] {
  const quality = word.length > 1 ? translationQuality : singleLetterQuality;
  return meaningsNear(word).flatMap((meaning) =>
    meaning.filter((other) => other !== word).map((other) => ({ word: other, quality })),
  );
}

/** Inflections are many (schwarze, noires, negras), so an unknown word is tried without its last letter or two. */
function meaningsNear(word: string): readonly string[][] {
  const maxCut = word.length < minInflectedLength ? 0 : maxInflectionLength;
  for (let cut = 0; cut <= maxCut; cut++) {
    const entries = meaningsOf.get(word.slice(0, word.length - cut));
    if (entries) return entries.map(({ meaning }) => meaning);
  }
  return [];
}
