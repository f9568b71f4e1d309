import { isForOthers, isOfEdition } from "../index/editions.ts";
import { placeOf, termOf, wordCountOf } from "../index/occurrence.ts";
import { NameCoverage } from "./name-coverage.ts";
import { QueryCoverage } from "./query-coverage.ts";
import { placeInBrand, Segmentation, SpanMatches } from "./span-matches.ts";
import * as tuning from "./tuning.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import { type Matches, maxSpanWords, spanOf } from "../query/matches.ts";
import type { WeightedQuery } from "../query/weighted-query.ts";

/** `confidence` is the certainty that the perfume is meant; below `requiredConfidence` it is not a result. */
export type Score = {
  score: number;
  confidence: number;
  requiredConfidence: number;
  queryShare: number;
  nameShare: number;
  missesWord: boolean;
};

/** 1 minus a rounding tolerance. */
const asWritten = 0.999;

export class Scorer {
  readonly #index: InvertedIndex;
  readonly #matches: Matches;
  readonly #spans = new SpanMatches();
  readonly #segmentation = new Segmentation();
  readonly #nameCoverage = new NameCoverage();
  readonly #queryCoverage = new QueryCoverage();
  /** brand → flat list of span, quality and confidence of each matching span */
  readonly #brandMatches = new Map<number, number[]>();
  readonly #score: Score = {
    score: 0,
    confidence: 0,
    requiredConfidence: 0,
    queryShare: 0,
    nameShare: 0,
    missesWord: false,
  };

  constructor(index: InvertedIndex, matches: Matches) {
    this.#index = index;
    this.#matches = matches;
  }

  clear(): void {
    this.#brandMatches.clear();
  }

  /** Returns the same object every time, because a query scores thousands. */
  score(perfume: number, query: WeightedQuery): Score {
    const length = this.#index.nameLength[perfume]!;
    this.#spans.reset(query.repeatOf);
    this.#nameCoverage.reset(length);
    this.#matchBrand(this.#index.brandOf[perfume]!, query);
    this.#matchName(perfume, query);
    this.#matchEdition(this.#index.edition[perfume]!, query);
    this.#spans.dropRepeats();
    this.#segmentation.compute(query, this.#spans.quality);
    this.#queryCoverage.measure(query, this.#segmentation, this.#spans, this.#nameCoverage);
    this.#combine(this.#index.popularity[perfume]!, length);
    this.#score.score += this.#bonus(perfume, query, length);
    if (query.gender && isForOthers(this.#index.edition[perfume]!, query.gender))
      this.#score.score -= tuning.otherGenderPenalty;
    return this.#score;
  }

  #matchBrand(brand: number, query: WeightedQuery): void {
    const known = this.#brandMatches.get(brand);
    if (known) {
      for (let i = 0; i < known.length; i += 3)
        this.#spans.offer(known[i]!, known[i + 1]!, known[i + 2]!, placeInBrand);
      return;
    }
    const { starts, items } = this.#index.brandTerms;
    this.#offerList(this.#matches.ofBrand(brand), placeInBrand);
    for (let at = starts[brand]!; at < starts[brand + 1]!; at++)
      this.#offerTerm(items[at]!, placeInBrand);
    const { quality, confidence } = this.#spans;
    const found: number[] = [];
    for (let span = 0; span < query.words.length * maxSpanWords; span++) {
      if (quality[span]! > 0) found.push(span, quality[span]!, confidence[span]!);
    }
    this.#brandMatches.set(brand, found);
  }

  #matchName(perfume: number, query: WeightedQuery): void {
    const { terms, occurrences } = this.#index;
    for (let at = occurrences.starts[perfume]!; at < occurrences.starts[perfume + 1]!; at++) {
      const occurrence = occurrences.items[at]!;
      const term = termOf(occurrence);
      const place = placeOf(occurrence);
      if (wordCountOf(place) === 1)
        this.#nameCoverage.weigh(place, terms.role[term]!, terms.termWeight[term]!, query);
      this.#offerTerm(term, place);
    }
  }

  /** A concentration or year that is the bottle's counts as typed, though it is not in the name. */
  #matchEdition(edition: number, { editions }: WeightedQuery): void {
    if (edition === 0) return;
    for (let word = 0; word < editions.length; word++)
      if (editions[word]! > 0 && isOfEdition(edition, editions[word]!))
        this.#spans.offer(spanOf(word, 1), 1, 1, placeInBrand);
  }

  #offerTerm(term: number, place: number): void {
    this.#offerList(this.#matches.ofTerm(term), place);
    const { prefixes } = this.#matches;
    for (let i = 0; i < prefixes.length; i++) {
      const prefix = prefixes[i]!;
      if (term < prefix.low || term >= prefix.high) continue;
      const typedShare = prefix.letters / this.#index.terms.texts[term]!.length;
      const quality =
        prefix.quality * (tuning.prefixBaseQuality + tuning.prefixShareQuality * typedShare);
      this.#spans.offer(prefix.span, quality, prefix.confidence, place);
    }
  }

  #offerList(first: number, place: number): void {
    if (first < 0) return;
    const { next, span, quality, confidence } = this.#matches;
    for (let at = first; at >= 0; at = next[at]!)
      this.#spans.offer(span[at]!, quality[at]!, confidence[at]!, place);
  }

  #bonus(perfume: number, { words, breaksOff }: WeightedQuery, length: number): number {
    const { share, inOrder } = this.#queryCoverage;
    if (share <= asWritten) return 0;
    if (breaksOff)
      return inOrder && this.#nameCoverage.isContinued() ? tuning.continuationBonus : 0;
    const { isReadOff, brandOf, brandLength } = this.#index;
    if (isReadOff[perfume] === 0 || this.#nameCoverage.share() <= asWritten) return 0;
    const withBrand = length + brandLength[brandOf[perfume]!]!;
    return words.length === length || words.length === withBrand ? tuning.writtenOutBonus : 0;
  }

  #combine(popularity: number, length: number): void {
    const { share, confidence, matchedWeight, inOrder, missesWord } = this.#queryCoverage;
    const nameShare = this.#nameCoverage.share();
    const startBonus = this.#nameCoverage.coversFirstWord() ? tuning.firstWordBonus : 0;
    const coverageFactor =
      tuning.coverageBaseWeight +
      tuning.nameCoverageWeight * Math.max(tuning.minNameCoverage, nameShare) +
      startBonus;
    const isFullName =
      nameShare > tuning.fullNameCoverage &&
      matchedWeight >= tuning.fullNameMatchedWeight &&
      popularity > tuning.fullNamePopularity;
    this.#score.score =
      share * coverageFactor -
      (inOrder ? 0 : tuning.wordOrderPenalty) +
      tuning.popularityWeight * popularity -
      tuning.nameWordPenalty * length;
    this.#score.confidence = confidence;
    this.#score.queryShare = share;
    this.#score.nameShare = nameShare;
    this.#score.missesWord = missesWord;
    this.#score.requiredConfidence =
      tuning.minConfidence -
      tuning.popularityConfidenceDiscount * popularity -
      (isFullName ? tuning.fullNameConfidenceDiscount : 0);
  }
}
