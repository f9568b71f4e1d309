import { buildInvertedIndex } from "./index/build.ts";
import { brandAtEdge } from "./query/brand-at-edge.ts";
import { splitCompound } from "./query/compound-splitter.ts";
import { expandInside, lettersInside } from "./query/expand-inside.ts";
import { Matches } from "./query/matches.ts";
import { endsInWord, maxQueryWords, parseQuery } from "./query/parse-query.ts";
import { expandQuery } from "./query/query-expansion.ts";
import { weighQuery } from "./query/weighted-query.ts";
import { Candidates } from "./scoring/candidates.ts";
import { Scorer } from "./scoring/scorer.ts";
import { TopK } from "./scoring/top-k.ts";
import { nearConfidence, splitQueryFactor, sureResult } from "./scoring/tuning.ts";
import type { Entry } from "./index/ingest.ts";

export type { Entry } from "./index/ingest.ts";

const defaultLimit = 10;

export interface SearchIndex {
  readonly size: number;
  /** Ids of the perfumes that are most likely meant, best first; any text is allowed. @param limit 10 by default */
  search(query: string, limit?: number): number[];
  /** As `search`, for a query that finds nothing: what is not similar enough to be a result. */
  nearest(query: string, limit: number): number[];
  /** The most popular perfume of the brand that a text begins or ends with, and the rest as it was typed. */
  brandIn(text: string): { perfume: number; rest: string } | undefined;
}

/** Yields to the event loop every few milliseconds. One function, because all searches share its scratch space. */
export async function buildIndex(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): Promise<SearchIndex> {
  const index = await buildInvertedIndex(entries);
  const matches = new Matches(index.terms.texts.length, index.perfumesOfBrand.starts.length - 1);
  const candidates = new Candidates(index);
  const scorer = new Scorer(index, matches);

  /** Returns the greatest confidence of a result. @param required confidence, where it is not the scorer's */
  function collect(
    words: string[],
    results: TopK,
    factor: number,
    required: number | undefined,
    expand: () => void,
  ): number {
    let surest = 0;
    matches.clear();
    scorer.clear();
    expand();
    const query = weighQuery(index, matches, words);
    candidates.collect(matches, query);
    for (let i = 0; i < candidates.length; i++) {
      const perfume = candidates.perfumes[i]!;
      const { score, confidence, requiredConfidence } = scorer.score(perfume, query);
      if (confidence * factor < (required ?? requiredConfidence)) continue;
      surest = Math.max(surest, confidence * factor);
      results.offer(index.bottleOf[perfume]!, score * factor);
    }
    return surest;
  }

  function rank(text: string, limit: number, required: number | undefined): number[] {
    const words = parseQuery(text);
    if (words.length === 0 || limit < 1) return [];
    const results = new TopK(limit);
    const lastWordUnfinished = endsInWord(text);
    const expand = (chosen: string[]) => expandQuery(matches, index, chosen, lastWordUnfinished);
    const asTyped = collect(words, results, 1, required, () => expand(words));
    const splitWords = words
      .flatMap((word) => splitCompound(index, word) ?? word)
      .slice(0, maxQueryWords);
    const asSplit =
      splitWords.length > words.length
        ? collect(splitWords, results, splitQueryFactor, required, () => expand(splitWords))
        : 0;
    const runs = lettersInside(index, words);
    if (runs.length > 0 && Math.max(asTyped, asSplit) < sureResult)
      collect(words, results, 1, required, () => {
        expand(words);
        expandInside(matches, index, words, runs);
      });
    return results.items.map((perfume) => index.ids[perfume]!);
  }

  return {
    size: index.size,
    search: (text, limit = defaultLimit) => rank(text, limit, undefined),
    nearest: (text, limit) => rank(text, limit, nearConfidence),
    brandIn(text) {
      const found = brandAtEdge(index, text);
      if (!found) return undefined;
      const { starts, items } = index.perfumesOfBrand;
      return { perfume: index.ids[items[starts[found.brand]!]!]!, rest: found.rest };
    },
  };
}
