import { repeatsBrand } from "../index/occurrence.ts";
import { maxQueryWords } from "../query/parse-query.ts";
import { maxSpanWords, spanOf, spanStart } from "../query/span.ts";

export const placeInBrand = -1;

/** For each span of a query its best match with one perfume. Reused for all perfumes: `reset` comes first. */
export class SpanMatches {
  /** 0 if there is no match; the other arrays then mean nothing */
  readonly quality = new Float64Array(maxQueryWords * maxSpanWords);
  readonly confidence = new Float64Array(maxQueryWords * maxSpanWords);
  /** where in the name, or `placeInBrand` */
  readonly place = new Int32Array(maxQueryWords * maxSpanWords);
  #repeatOf: number[] = [];

  /** @param repeatOf for each word of the query, where the same word stands earlier, or -1 */
  reset(repeatOf: number[]): void {
    this.#repeatOf = repeatOf;
    // A loop, because `fill` takes longer for so few.
    for (let span = 0; span < repeatOf.length * maxSpanWords; span++) this.quality[span] = 0;
  }

  /**
   * The better quality wins; of equals a place in the name, then the earlier one, except for a repeated word, which would
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

  /** A word typed twice must be there twice, once perhaps in the brand. */
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
