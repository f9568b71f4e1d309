import type { Catalogue } from "./catalogue.ts";
import type { Hits } from "./hits.ts";

/** So many perfumes are looked at closely for one query. */
const most = 8_000;

type Source = { items: Uint32Array; from: number; to: number; weight: number };

/**
 * Perfumes worth a closer look: the most famous of everything that was read, then all of the rarest words' perfumes as long
 * as there is room, so that a common word never brings in the whole catalogue.
 */
export class Candidates {
  readonly list: Uint32Array;
  length = 0;
  #seen: Uint16Array;
  #round = 0;
  #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.list = new Uint32Array(most);
    this.#seen = new Uint16Array(catalogue.size);
  }

  /** @param telling stretch → whether agreeing there says anything (linking words and talk say nothing) */
  gather(hits: Hits, telling: (stretch: number) => boolean): void {
    this.length = 0;
    if (this.#round === 65_535) this.#seen.fill(0);
    this.#round = (this.#round % 65_535) + 1;
    const sources = this.#sources(hits, telling);
    for (const source of sources)
      this.#take(source, source.weight >= 0.85 ? 600 : source.weight > 0.5 ? 120 : 40);
    for (const source of sources) if (source.weight >= 0.85) this.#take(source, most);
  }

  #sources(hits: Hits, telling: (stretch: number) => boolean): Source[] {
    const { namedBy, housesBy, perfumesOf } = this.#catalogue;
    const sources: Source[] = [];
    const name = (term: number, weight: number) =>
      sources.push({
        items: namedBy.items,
        from: namedBy.starts[term]!,
        to: namedBy.starts[term + 1]!,
        weight,
      });
    const house = (number: number, weight: number) =>
      sources.push({
        items: perfumesOf.items,
        from: perfumesOf.starts[number]!,
        to: perfumesOf.starts[number + 1]!,
        weight,
      });
    const both = (term: number, weight: number) => {
      name(term, weight);
      const end = Math.min(housesBy.starts[term + 1]!, housesBy.starts[term]! + 40);
      for (let at = housesBy.starts[term]!; at < end; at++) house(housesBy.items[at]!, weight);
    };
    for (const term of hits.terms) both(term, bestOf(hits, hits.ofTerm(term), telling));
    for (const number of hits.houses) house(number, bestOf(hits, hits.ofHouse(number), telling));
    for (const { low, high } of hits.ranges)
      for (const term of this.#famousTerms(low, high)) both(term, 0.8);
    return sources.sort((a, b) => a.to - a.from - (b.to - b.from));
  }

  #famousTerms(low: number, high: number): number[] {
    const { namedBy, housesBy, perfumesOf } = this.#catalogue;
    const terms = Array.from({ length: high - low }, (_, i) => low + i);
    if (terms.length <= 60) return terms;
    const best = (term: number) => {
      const from = namedBy.starts[term]!;
      let rank = from < namedBy.starts[term + 1]! ? namedBy.items[from]! : 1e9;
      if (housesBy.starts[term]! < housesBy.starts[term + 1]!) {
        rank = Math.min(
          rank,
          perfumesOf.items[perfumesOf.starts[housesBy.items[housesBy.starts[term]!]!]!]!,
        );
      }
      return rank;
    };
    const ranks = Float64Array.from(terms, (term) => best(term) * 8_388_608 + term).sort();
    return Array.from(ranks.subarray(0, 60), (key) => key % 8_388_608);
  }

  #take({ items, from, to }: Source, limit: number): void {
    const end = Math.min(to, from + limit);
    for (let at = from; at < end && this.length < most; at++) {
      const perfume = items[at]!;
      if (this.#seen[perfume] === this.#round) continue;
      this.#seen[perfume] = this.#round;
      this.list[this.length++] = perfume;
    }
  }
}

function bestOf(hits: Hits, first: number, telling: (stretch: number) => boolean): number {
  let best = 0;
  for (let at = first; at >= 0; at = hits.next[at]!) {
    const quality = telling(hits.stretch[at]!) ? hits.quality[at]! : 0.3;
    if (quality > best) best = quality;
  }
  return best;
}
