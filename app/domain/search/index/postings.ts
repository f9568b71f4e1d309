import { termOf } from "./occurrence.ts";
import { groupByKey, GrowableUint32Array, type PackedLists } from "./packed-lists.ts";
import type { YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import type { Brand } from "./ingest.ts";

export async function namePostings(
  occurrences: PackedLists,
  termCount: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<PackedLists> {
  const lastPerfume = new Int32Array(termCount).fill(-1);
  const terms = new GrowableUint32Array();
  const perfumes = new GrowableUint32Array();
  for (let perfume = 0; perfume + 1 < occurrences.starts.length; perfume++) {
    for (let at = occurrences.starts[perfume]!; at < occurrences.starts[perfume + 1]!; at++) {
      const term = termOf(occurrences.items[at]!);
      if (lastPerfume[term] === perfume) continue;
      lastPerfume[term] = perfume;
      terms.push(term);
      perfumes.push(perfume);
    }
    if ((perfume & 1023) === 0) await yieldToEventLoop();
  }
  return groupByKey(termCount, terms.view(), perfumes.view());
}

export function brandPostings(brandTerms: PackedLists, termCount: number): PackedLists {
  const brands = new Uint32Array(brandTerms.items.length);
  for (let brand = 0; brand + 1 < brandTerms.starts.length; brand++) {
    brands.fill(brand, brandTerms.starts[brand], brandTerms.starts[brand + 1]);
  }
  return groupByKey(termCount, brandTerms.items, brands);
}

export function documentFrequencies(
  names: PackedLists,
  brands: PackedLists,
  brandList: Brand[],
): Uint32Array {
  const termCount = names.starts.length - 1;
  const frequencies = new Uint32Array(termCount);
  for (let term = 0; term < termCount; term++) {
    frequencies[term] = names.starts[term + 1]! - names.starts[term]!;
    for (let at = brands.starts[term]!; at < brands.starts[term + 1]!; at++) {
      frequencies[term]! += brandList[brands.items[at]!]!.perfumeCount;
    }
  }
  return frequencies;
}
