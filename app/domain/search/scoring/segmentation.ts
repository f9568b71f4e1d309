import { maxQueryWords } from "../query/parse-query.ts";
import { maxSpanWords, spanOf } from "../query/span.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

/** Cuts a query into matching spans and missed words, maximising the sum of quality × weight minus miss costs. */
export class Segmentation {
  #bestSum = new Float64Array(maxQueryWords + 1);
  /** number of words → length of the best cut's last span; 0 when the last word is missed */
  readonly lastSpanLength = new Int8Array(maxQueryWords + 1);

  /** Dynamic programming: the best cut of `end` words extends the best cut of fewer words by one span. */
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
