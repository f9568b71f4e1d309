import { buildInvertedIndex } from "./index/build.ts";
import type { Entry } from "./index/ingest.ts";
import { parseQuery } from "./query/parse-query.ts";
import { expandQuery } from "./query/query-expansion.ts";
import { createScoreQuery } from "./score-query.ts";

export interface Match {
  id: number;
  score: number;
  /** 0 to 1: matching shares of the query's words and of the bottle's name */
  queryShare: number;
  nameShare: number;
}

type Matcher = (name: string, limit: number) => Match[];

/** For complete names, such as a shop's: does not guess at unfinished, joined or inner words. */
export async function buildMatcher(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): Promise<Matcher> {
  const index = await buildInvertedIndex(entries);
  const scoreQuery = createScoreQuery(index);
  return (name, limit) => {
    const words = parseQuery(name);
    if (words.length === 0) return [];
    // A bottle has several names; the best match counts.
    const best = new Map<number, Match>();
    scoreQuery(
      words,
      (matches) => expandQuery(matches, index, words, false),
      (perfume, { score, confidence, requiredConfidence, ...shares }) => {
        const id = index.ids[index.bottleOf[perfume]!]!;
        if (confidence >= requiredConfidence && score > (best.get(id)?.score ?? -Infinity))
          best.set(id, { id, score, ...shares });
      },
    );
    return [...best.values()].toSorted((a, b) => b.score - a.score).slice(0, limit);
  };
}
