import { firstWordOf, maxNameWords, repeatsBrand } from "../index/occurrence.ts";
import { spanOf } from "../query/matches.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";
import type { NameCoverage } from "./name-coverage.ts";
import type { Segmentation, SpanMatches } from "./span-matches.ts";

export class QueryCoverage {
  matchedWeight = 0;
  share = 0;
  /** certainty that the matches are no accident, 0 to 1 */
  confidence = 0;
  inOrder = true;
  /** whether it lacks a word, other than those of every perfume */
  missesWord = false;

  measure(
    { words, matchWeights, missCosts, doubts, isContent }: WeightedQuery,
    segmentation: Segmentation,
    matches: SpanMatches,
    name: NameCoverage,
  ): void {
    let totalWeight = 0;
    let matchedWeight = 0;
    let confidence = 0;
    let doubt = 0;
    let inOrder = true;
    let missesWord = false;
    let nextWord = maxNameWords;
    let end = words.length;
    while (end > 0) {
      const length = segmentation.lastSpanLength[end]!;
      if (length === 0) {
        end--;
        totalWeight += missCosts[end]!;
        doubt += doubts[end]!;
        missesWord ||= isContent[end]!;
        continue;
      }
      const start = end - length;
      const span = spanOf(start, length);
      let weight = 0;
      for (let word = start; word < end; word++) weight += matchWeights[word]!;
      totalWeight += weight;
      matchedWeight += weight * matches.quality[span]!;
      confidence += weight * matches.confidence[span]!;
      const place = matches.place[span]!;
      if (place >= 0) {
        name.cover(place, matches.quality[span]!);
        if (!repeatsBrand(place)) {
          inOrder &&= firstWordOf(place) <= nextWord;
          nextWord = firstWordOf(place);
        }
      }
      end = start;
    }
    this.matchedWeight = matchedWeight;
    this.share = totalWeight > 0 ? matchedWeight / totalWeight : 0;
    this.confidence = totalWeight > 0 ? confidence / (totalWeight + doubt) : 0;
    this.inOrder = inOrder;
    this.missesWord = missesWord;
  }
}
