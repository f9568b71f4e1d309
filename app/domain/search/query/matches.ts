/** A span is 1 to 4 neighbouring words, numbered by its first word and its length. */
export const maxSpanWords = 4;
const spanBits = 2;

export const spanOf = (firstWord: number, wordCount: number) =>
  (firstWord << spanBits) + wordCount - 1;

export const spanStart = (span: number) => span >> spanBits;
export const isSingleWord = (span: number) => (span & (maxSpanWords - 1)) === 0;

/** 0 to 1: `quality` counts in the score; `confidence` is the certainty that the match is no accident. */
export type Strength = Readonly<{ quality: number; confidence: number }>;

type PrefixMatch = Strength & { span: number; low: number; high: number; letters: number };

/** Created once per index, cleared before each query. `next` links the matches of a term; -1 ends the list. */
export class Matches {
  readonly span: number[] = [];
  readonly quality: number[] = [];
  readonly confidence: number[] = [];
  readonly next: number[] = [];
  readonly terms: number[] = [];
  readonly brands: number[] = [];
  readonly prefixes: PrefixMatch[] = [];
  #firstOfTerm: Int32Array;
  #firstOfBrand: Int32Array;

  constructor(termCount: number, brandCount: number) {
    this.#firstOfTerm = new Int32Array(termCount).fill(-1);
    this.#firstOfBrand = new Int32Array(brandCount).fill(-1);
  }

  clear(): void {
    for (const term of this.terms) this.#firstOfTerm[term] = -1;
    for (const brand of this.brands) this.#firstOfBrand[brand] = -1;
    for (const list of [
      this.span,
      this.quality,
      this.confidence,
      this.next,
      this.terms,
      this.brands,
      this.prefixes,
    ]) {
      list.length = 0;
    }
  }

  ofTerm(term: number): number {
    return this.#firstOfTerm[term]!;
  }

  ofBrand(brand: number): number {
    return this.#firstOfBrand[brand]!;
  }

  /** Repeated matches of a span keep the best quality and the best confidence. */
  addTerm(term: number, span: number, strength: Strength): void {
    if (this.#firstOfTerm[term] === -1) this.terms.push(term);
    this.#firstOfTerm[term] = this.#add(this.#firstOfTerm[term]!, span, strength);
  }

  addBrand(brand: number, span: number, strength: Strength): void {
    if (this.#firstOfBrand[brand] === -1) this.brands.push(brand);
    this.#firstOfBrand[brand] = this.#add(this.#firstOfBrand[brand]!, span, strength);
  }

  #add(first: number, span: number, { quality, confidence }: Strength): number {
    for (let at = first; at >= 0; at = this.next[at]!) {
      if (this.span[at] !== span) continue;
      if (quality > this.quality[at]!) this.quality[at] = quality;
      if (confidence > this.confidence[at]!) this.confidence[at] = confidence;
      return first;
    }
    this.span.push(span);
    this.quality.push(quality);
    this.confidence.push(confidence);
    return this.next.push(first) - 1;
  }
}
