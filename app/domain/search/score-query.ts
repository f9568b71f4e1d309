import type { InvertedIndex } from "./index/inverted-index.ts";
import { Matches } from "./query/matches.ts";
import { weighQuery } from "./query/weighted-query.ts";
import { Candidates } from "./scoring/candidates.ts";
import { type Score, Scorer } from "./scoring/scorer.ts";

/**
 * Scores the candidates of a query. Not reentrant, because queries share scratch space.
 * @param expand adds the possible matches of the words @param visit gets the same `Score` object every time
 */
type ScoreQuery = (
  words: string[],
  expand: (matches: Matches) => void,
  visit: (perfume: number, score: Score) => void,
) => void;

export function createScoreQuery(index: InvertedIndex): ScoreQuery {
  const matches = new Matches(index.terms.texts.length, index.perfumesOfBrand.starts.length - 1);
  const candidates = new Candidates(index);
  const scorer = new Scorer(index, matches);
  return (words, expand, visit) => {
    matches.clear();
    scorer.clear();
    expand(matches);
    const query = weighQuery(index, matches, words);
    candidates.collect(matches, query);
    for (let i = 0; i < candidates.length; i++) {
      const perfume = candidates.perfumes[i]!;
      visit(perfume, scorer.score(perfume, query));
    }
  };
}
