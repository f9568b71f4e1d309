import { maxQueryWords } from "../query/parse-query.ts";
import { maxSpanWords, spanOf } from "../query/span.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

/**
 * The best way to cut a query into spans that match a perfume and words that do not. "Best" has the greatest sum of
 * quality × weight of the words of each span, less the cost of each word that is missed.
 */
export class Segmentation {
  /** number of words → the best sum for so many first words of the query */
  #bestSum = new Float64Array(maxQueryWords + 1);
  /**
   * number of words → how many words the last span has when so many first words are cut in the best way; 0 when the last
   * word is missed
   */
  readonly lastSpanLength = new Int8Array(maxQueryWords + 1);

  /**
   * Dynamic programming: the best cut of the first `end` words is the best cut of fewer words and one span more.
   * @param quality span → quality of its best match with the perfume, 0 if it has none
   */
  compute({ words, matchWeights, missCosts }: WeightedQuery, quality: Float64Array): void {
    const bestSum = this.#bestSum;
    const lastSpanLength = this.lastSpanLength;
    bestSum[0] = 0;
    for (let end = 1; end <= words.length; end++) {
      bestSum[end] = bestSum[end - 1]! - missCosts[end - 1]!;
      lastSpanLength[end] = 0;
      let spanWeight = 0;
      const earliest = Math.max(0, end - maxSpanWords);
      for (let start = end - 1; start >= earliest; start--) {
        spanWeight += matchWeights[start]!;
        const spanQuality = quality[spanOf(start, end - start)]!;
        if (spanQuality === 0) continue;
        const sum = bestSum[start]! + spanQuality * spanWeight;
        if (sum <= bestSum[end]!) continue;
        bestSum[end] = sum;
        lastSpanLength[end] = end - start;
      }
    }
  }
}
