import { repeatsBrand } from "../index/occurrence.ts";
import { maxQueryWords } from "../query/parse-query.ts";
import { maxSpanWords, spanOf, spanStart } from "../query/matches.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

export const placeInBrand = -1;

/** Best match of each query span with one perfume. Reused for all perfumes; call `reset` first. */
export class SpanMatches {
  /** 0 without a match; the other arrays are then meaningless */
  readonly quality = new Float64Array(maxQueryWords * maxSpanWords);
  readonly confidence = new Float64Array(maxQueryWords * maxSpanWords);
  /** place in the name, or `placeInBrand` */
  readonly place = new Int32Array(maxQueryWords * maxSpanWords);
  #repeatOf: number[] = [];

  /** @param repeatOf per query word, the index of its earlier occurrence, or -1 */
  reset(repeatOf: number[]): void {
    this.#repeatOf = repeatOf;
    // A loop, because `fill` takes longer for so few.
    for (let span = 0; span < repeatOf.length * maxSpanWords; span++) this.quality[span] = 0;
  }

  /**
   * The better quality wins, then a place in the name, then the earlier one, except for a repeated word, which would
   * otherwise share its place.
   */
  offer(span: number, quality: number, confidence: number, place: number): void {
    if (quality < this.quality[span]!) return;
    if (quality === this.quality[span]) {
      const isTaken = this.place[span]! >= 0 && this.#repeatOf[spanStart(span)] === -1;
      if (place < 0 || isTaken) return;
    }
    this.quality[span] = quality;
    this.confidence[span] = confidence;
    this.place[span] = place;
  }

  /** A word typed twice must occur twice, possibly once in the brand. */
  dropRepeats(): void {
    for (let word = 1; word < this.#repeatOf.length; word++) {
      const earlier = this.#repeatOf[word]!;
      if (earlier < 0) continue;
      const place = this.place[spanOf(word, 1)]!;
      const isSamePlace = place === this.place[spanOf(earlier, 1)];
      if (isSamePlace && place >= 0 && !repeatsBrand(place)) this.quality[spanOf(word, 1)] = 0;
    }
  }
}

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
