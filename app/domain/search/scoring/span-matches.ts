import { repeatsBrand } from "../index/occurrence.ts";
import { maxQueryWords } from "../query/parse-query.ts";
import { maxSpanWords, spanOf, spanStart } from "../query/span.ts";

/** The place of a match with the brand, which is nowhere in the name. */
export const placeInBrand = -1;

/** For each span of a query, its best match with one perfume. One object is used for all perfumes, one after the other. */
export class SpanMatches {
  /** span → quality of its best match, 0 if it has none; the other arrays only mean something where it has one */
  readonly quality = new Float64Array(maxQueryWords * maxSpanWords);
  readonly confidence = new Float64Array(maxQueryWords * maxSpanWords);
  /** span → where in the name the match is, or `placeInBrand` */
  readonly place = new Int32Array(maxQueryWords * maxSpanWords);
  #repeatOf: number[] = [];

  /**
   * To be called first for each perfume.
   * @param repeatOf for each word of the query, where the same word stands earlier, or -1
   */
  reset(repeatOf: number[]): void {
    this.#repeatOf = repeatOf;
    // A loop, because `fill` takes longer for so few.
    for (let span = 0; span < repeatOf.length * maxSpanWords; span++) this.quality[span] = 0;
  }

  /**
   * Offers a match: the better quality wins. Of equals a place in the name wins over the brand, and an earlier place over a
   * later one; but where the query has the word a second time, the later place wins, so that the two do not share one.
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

  /** A word typed twice must be there twice, once perhaps in the brand; otherwise its second match is dropped. */
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
