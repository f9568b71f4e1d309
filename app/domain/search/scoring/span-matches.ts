import { repeatsBrand } from "../index/occurrence.ts";
import { maxQueryWords } from "../query/parse-query.ts";
import { maxSpanWords, spanOf, spanStart } from "../query/span.ts";

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
