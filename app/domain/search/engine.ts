import { buildInvertedIndex } from "./index/build.ts";
import type { InvertedIndex } from "./index/inverted-index.ts";
import { brandsAtEdges } from "./index/brand-names.ts";
import { splitCompound } from "./query/compound-splitter.ts";
import { expandInside, lettersInside } from "./query/expand-prefix.ts";
import type { Matches } from "./query/matches.ts";
import { endsInWord, maxQueryWords, parseQuery, tellingWords } from "./query/parse-query.ts";
import { expandQuery } from "./query/query-expansion.ts";
import { createScoreQuery } from "./score-query.ts";
import { bottlesWithNotes, type NoteHit } from "./query/asked-notes.ts";
import { nearConfidence, splitQueryFactor, sureResult } from "./scoring/tuning.ts";
import type { Entry } from "./index/ingest.ts";

export type { Entry } from "./index/ingest.ts";
export type { NoteHit };

const defaultLimit = 10;

export interface Hit {
  id: number;
  /** whether no name of the perfume has all words of the query, typos aside */
  isNear: boolean;
}

export interface SearchIndex {
  /** The most likely perfumes, best first. @param query any text @param limit 10 by default */
  find(query: string, limit?: number): Hit[];
  /** Ids, like those of `find`, for a query without results: also returns less similar names. */
  nearest(query: string, limit: number): number[];
  /** The bottles with most of the notes that a text of nothing else names, in any of the six languages. */
  withNotes(text: string, limit: number): NoteHit[];
  /** The most popular perfume of each brand at either end of a text, the longest brand first; brand and rest as typed. */
  brandsIn(text: string): { perfume: number; typed: string; rest: string }[];
}

/** Yields to the event loop every few milliseconds. */
export async function buildIndex(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): Promise<SearchIndex> {
  const index = await buildInvertedIndex(entries);
  const rank = createRank(index);
  return {
    find: (text, limit = defaultLimit) => rank(text, limit),
    nearest: (text, limit) => rank(text, limit, nearConfidence).map(({ id }) => id),
    withNotes: (text, limit) => bottlesWithNotes(index, text, limit),
    brandsIn(text) {
      const { starts, items } = index.perfumesOfBrand;
      return [...brandsAtEdges(index, text)].map(({ brand, ...texts }) => ({
        perfume: index.ids[items[starts[brand]!]!]!,
        ...texts,
      }));
    },
  };
}

interface Results {
  best: TopK;
  /** those with all words of the query */
  whole: Set<number>;
}

function createRank(index: InvertedIndex) {
  const scoreQuery = createScoreQuery(index);

  /** @param factor multiplies scores and confidences, 0 to 1 @returns the highest confidence of a result */
  function collect(
    words: string[],
    { best, whole }: Results,
    factor: number,
    required: number | undefined,
    expand: (matches: Matches) => void,
  ): number {
    let surest = 0;
    scoreQuery(words, expand, (perfume, { score, confidence, requiredConfidence, missesWord }) => {
      if (confidence * factor < (required ?? requiredConfidence)) return;
      surest = Math.max(surest, confidence * factor);
      const bottle = index.bottleOf[perfume]!;
      if (!missesWord) whole.add(bottle);
      best.offer(bottle, score * factor);
    });
    return surest;
  }

  /** @param required minimum confidence; absent: the scorer's */
  return (text: string, limit: number, required?: number): Hit[] => {
    const words = parseQuery(text);
    if (words.length === 0 || limit < 1) return [];
    const results = { best: new TopK(limit), whole: new Set<number>() };
    const lastWordUnfinished = endsInWord(text);
    const expand = (chosen: string[]) => (matches: Matches) =>
      expandQuery(matches, index, chosen, lastWordUnfinished);
    const asTyped = collect(words, results, 1, required, expand(words));
    const splitWords = words
      .flatMap((word) => splitCompound(index, word) ?? word)
      .slice(0, maxQueryWords);
    const asSplit =
      splitWords.length > words.length
        ? collect(splitWords, results, splitQueryFactor, required, expand(splitWords))
        : 0;
    const runs = lettersInside(index, words);
    if (runs.length > 0 && Math.max(asTyped, asSplit) < sureResult)
      collect(words, results, 1, required, (matches) => {
        expandQuery(matches, index, words, lastWordUnfinished);
        expandInside(matches, index, words, runs);
      });
    // "lidl parfum dupe": several words that say nothing outweigh the one that does.
    const told = tellingWords(words);
    if (results.best.items.length === 0 && told.length > 0 && told.length < words.length)
      collect(told, results, 1, required, expand(told));
    return results.best.items.map((bottle) => ({
      id: index.ids[bottle]!,
      isNear: !results.whole.has(bottle),
    }));
  };
}

/** The k items with the highest scores, without duplicates; ties by number. */
class TopK {
  readonly items: number[] = [];
  readonly #scores: number[] = [];
  readonly #k: number;

  constructor(k: number) {
    this.#k = k;
  }

  get minScore(): number {
    return this.items.length < this.#k ? -Infinity : this.#scores[this.#k - 1]!;
  }

  offer(item: number, score: number): void {
    if (score < this.minScore) return;
    const present = this.items.indexOf(item);
    if (present >= 0) {
      if (this.#scores[present]! >= score) return;
      this.items.splice(present, 1);
      this.#scores.splice(present, 1);
    }
    let at = this.items.length;
    while (at > 0 && this.#isBefore(item, score, at - 1)) at--;
    this.items.splice(at, 0, item);
    this.#scores.splice(at, 0, score);
    if (this.items.length > this.#k) {
      this.items.pop();
      this.#scores.pop();
    }
  }

  #isBefore(item: number, score: number, place: number): boolean {
    const other = this.#scores[place]!;
    return score > other || (score === other && item < this.items[place]!);
  }
}
