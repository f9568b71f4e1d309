import { cellFirst, cellIsOwn, cellTerm, cellWords } from "./catalogue.ts";
import { longestStretch } from "./hits.ts";
import { ownWorth, toldShare, worthOf } from "./worth.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Hits } from "./hits.ts";
import type { Query } from "./query.ts";

/**
 * How good an answer a perfume is: `score` to order by, `trust` (0 to 1) in its being meant at all,
 * `whole` when its whole, telling name was typed.
 */
export type Mark = { score: number; trust: number; whole: boolean };

const stretches = 10 * longestStretch;

/** Marks perfumes against one query at a time. */
export class Examiner {
  #catalogue: Catalogue;
  #hits: Hits;
  #quality = new Float64Array(stretches);
  #trust = new Float64Array(stretches);
  #cell = new Int32Array(stretches);
  #agreed = 0;
  #inOrder = true;
  #repeats: number[] = [];
  /** house → stretch, quality, trust, and again, for the query at hand */
  #agreements = new Map<number, number[]>();
  #explained = new Float64Array(16);
  #worth = new Float64Array(16);
  #best = new Float64Array(11);
  #step = new Int8Array(11);
  readonly mark: Mark = { score: 0, trust: 0, whole: false };

  constructor(catalogue: Catalogue, hits: Hits) {
    this.#catalogue = catalogue;
    this.#hits = hits;
  }

  /** To be called before each query. */
  clear(): void {
    this.#agreements.clear();
  }

  /** Fills in `mark` for a perfume. */
  examine(perfume: number, query: Query): void {
    const { names, nameLength, fame } = this.#catalogue;
    const length = nameLength[perfume]!;
    this.#quality.fill(0, 0, query.words.length * longestStretch);
    this.#explained.fill(0, 0, length);
    this.#repeats = query.repeats;
    this.#readHouse(perfume, query);
    for (let at = names.starts[perfume]!; at < names.starts[perfume + 1]!; at++)
      this.#readCell(names.items[at]!, query);
    this.#dropRepeats();
    const cover = this.#explain(query, length);
    const told = toldShare(this.#worth, this.#explained, length);
    const starts = this.#worth[0] !== ownWorth && this.#explained[0]! > 0 ? 0.02 : 0;
    this.mark.whole = told > 0.96 && this.#agreed >= 0.85 && fame[perfume]! > 0.5;
    this.mark.score =
      cover * (0.65 + 0.35 * Math.max(0.3, told) + starts) +
      (this.#inOrder ? 0 : -0.02) +
      0.2 * fame[perfume]! -
      0.002 * length;
  }

  #readHouse(perfume: number, query: Query): void {
    const { houseOf, houseTerms } = this.#catalogue;
    const house = houseOf[perfume]!;
    const count = query.words.length * longestStretch;
    let agreement = this.#agreements.get(house);
    if (agreement === undefined) {
      this.#note(this.#hits.ofHouse(house), -1);
      for (let at = houseTerms.starts[house]!; at < houseTerms.starts[house + 1]!; at++) {
        this.#noteTerm(houseTerms.items[at]!, -1);
      }
      agreement = [];
      for (let stretch = 0; stretch < count; stretch++) {
        if (this.#quality[stretch]! > 0)
          agreement.push(stretch, this.#quality[stretch]!, this.#trust[stretch]!);
      }
      this.#agreements.set(house, agreement);
      return;
    }
    for (let i = 0; i < agreement.length; i += 3)
      this.#offer(agreement[i]!, agreement[i + 1]!, agreement[i + 2]!, -1);
  }

  #readCell(cell: number, query: Query): void {
    const { terms } = this.#catalogue;
    const term = cellTerm(cell);
    if (cellWords(cell) === 1) {
      this.#worth[cellFirst(cell)] = cellIsOwn(cell)
        ? ownWorth
        : worthOf(terms.role[term]!, terms.weight[term]!, query);
    }
    this.#noteTerm(term, cell & 511);
  }

  #noteTerm(term: number, place: number): void {
    const { ranges } = this.#hits;
    this.#note(this.#hits.ofTerm(term), place);
    for (let i = 0; i < ranges.length; i++) {
      const range = ranges[i]!;
      if (term < range.low || term >= range.high) continue;
      const part = range.letters / this.#catalogue.terms.texts[term]!.length;
      this.#offer(range.stretch, range.quality * (0.86 + 0.14 * part), range.trust, place);
    }
  }

  #note(first: number, place: number): void {
    const { next, stretch, quality, trust } = this.#hits;
    for (let at = first; at >= 0; at = next[at]!)
      this.#offer(stretch[at]!, quality[at]!, trust[at]!, place);
  }

  #offer(stretch: number, quality: number, trust: number, place: number): void {
    if (quality < this.#quality[stretch]!) return;
    if (quality === this.#quality[stretch]) {
      const settled = this.#cell[stretch]! >= 0 && this.#repeats[stretch >> 2] === -1;
      if (place < 0 || settled) return;
    }
    this.#quality[stretch] = quality;
    this.#trust[stretch] = trust;
    this.#cell[stretch] = place;
  }

  /** A word typed twice must be there twice, once perhaps in the house. */
  #dropRepeats(): void {
    for (let at = 1; at < this.#repeats.length; at++) {
      const earlier = this.#repeats[at]!;
      if (earlier < 0) continue;
      const place = this.#cell[at * longestStretch]!;
      const same = place === this.#cell[earlier * longestStretch];
      if (same && place >= 0 && !cellIsOwn(place)) this.#quality[at * longestStretch] = 0;
    }
  }

  /** Chooses the best way to cut the query into stretches; notes which words of the name it explains. */
  #explain({ words, agreed, missed, doubt }: Query, length: number): number {
    const count = words.length;
    this.#best[0] = 0;
    for (let end = 1; end <= count; end++) {
      this.#best[end] = this.#best[end - 1]! - missed[end - 1]!;
      this.#step[end] = 0;
      let weight = 0;
      for (let from = end - 1; from >= Math.max(0, end - longestStretch); from--) {
        weight += agreed[from]!;
        const quality = this.#quality[from * longestStretch + end - from - 1]!;
        if (quality === 0) continue;
        const sum = this.#best[from]! + quality * weight;
        if (sum <= this.#best[end]!) continue;
        this.#best[end] = sum;
        this.#step[end] = end - from;
      }
    }
    let whole = 0;
    let covered = 0;
    let trusted = 0;
    let doubted = 0;
    let latest = 16;
    this.#inOrder = true;
    for (let end = count; end > 0;) {
      const step = this.#step[end]!;
      if (step === 0) {
        whole += missed[--end]!;
        doubted += doubt[end]!;
        continue;
      }
      const stretch = (end - step) * longestStretch + step - 1;
      let weight = 0;
      for (let at = end - step; at < end; at++) weight += agreed[at]!;
      whole += weight;
      covered += weight * this.#quality[stretch]!;
      trusted += weight * this.#trust[stretch]!;
      const place = this.#cell[stretch]!;
      this.#mark(place, this.#quality[stretch]!, length);
      if (place >= 0 && !cellIsOwn(place)) {
        if (cellFirst(place) > latest) this.#inOrder = false;
        latest = cellFirst(place);
      }
      end -= step;
    }
    this.#agreed = covered;
    this.mark.trust = whole > 0 ? trusted / (whole + doubted) : 0;
    return whole > 0 ? covered / whole : 0;
  }

  #mark(place: number, quality: number, length: number): void {
    if (place < 0) return;
    const first = cellFirst(place);
    const words = cellWords(place);
    const end = words === 0 ? length : Math.min(length, first + words);
    for (let word = first; word < end; word++) {
      if (quality > this.#explained[word]!) this.#explained[word] = quality;
    }
  }
}
