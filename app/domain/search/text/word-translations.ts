import { translationTable } from "./translation-table.ts";

type Translation = { word: string; quality: number };

/** Below exact and typo matches, because translated names are rarely meant. */
const translationQuality = 0.88;
const singleLetterQuality = 0.6;
const minInflectedLength = 5;
const maxInflectionLength = 2;

const meaningsOf = Map.groupBy(
  translationTable.flatMap((meaning) => meaning.map((word) => ({ word, meaning }))),
  ({ word }) => word,
);

export function translationsOf(word: string): Translation[] {
  const quality = word.length > 1 ? translationQuality : singleLetterQuality;
  return meaningsNear(word).flatMap((meaning) =>
    meaning.filter((other) => other !== word).map((other) => ({ word: other, quality })),
  );
}

/** Strips the last letters of an unknown word, because inflections are many (schwarze, noires, negras). */
function meaningsNear(word: string): readonly string[][] {
  const maxCut = word.length < minInflectedLength ? 0 : maxInflectionLength;
  for (let cut = 0; cut <= maxCut; cut++) {
    const entries = meaningsOf.get(word.slice(0, word.length - cut));
    if (entries) return entries.map(({ meaning }) => meaning);
  }
  return [];
}
