import type { IngestedEntries } from "./ingest.ts";

/** Higher assumes more strongly that a name with many flankers is a classic. */
const versionsWeight = 0.42;
const manyVersions = 15;
const brandSizeWeight = 0.13;
const bigBrand = 300;
/** Among a brand's perfumes with known popularity, one without is more often a stray duplicate than a classic. */
const estimateFactorOfKnownBrand = 0.4;

const sortLevels = 4096;

/** 0 to 1, on a logarithmic scale; unknown values are estimated from the perfume's flankers and the size of its brand. */
export function scalePopularity(ingested: IngestedEntries): Float32Array {
  const { brands, brandOf, ownNameOf, popularity } = ingested;
  const versionCount = countVersions(ingested);
  let maxPopularity = 1;
  for (const value of popularity) maxPopularity = Math.max(maxPopularity, value);
  const scaled = new Float32Array(popularity.length);
  for (let entry = 0; entry < scaled.length; entry++) {
    if (ownNameOf[entry] !== entry) {
      scaled[entry] = scaled[ownNameOf[entry]!]!;
      continue;
    }
    const brand = brands[brandOf[entry]!]!;
    const brandSize = Math.min(1, Math.log1p(brand.perfumeCount) / Math.log(bigBrand));
    const versions = Math.min(1, Math.log1p(versionCount(entry)) / Math.log1p(manyVersions));
    const estimate = versionsWeight * versions + brandSizeWeight * brandSize;
    const factor = brand.totalPopularity > 0 ? estimateFactorOfKnownBrand : 1;
    const known = Math.log1p(popularity[entry]!) / Math.log1p(maxPopularity);
    scaled[entry] = Math.max(known, estimate * factor);
  }
  return scaled;
}

/**
 * Counts, per brand, the longer names with the same prefix, up to 255. Prefixes are hashed into byte counters: a collision
 * does not harm an estimate, and a Map of millions of strings would not fit in memory.
 */
function countVersions(ingested: IngestedEntries): (entry: number) => number {
  const { brandOf, ownNameOf, wordStarts, words } = ingested;
  const counts = new Uint8Array(2 ** Math.ceil(Math.log2(brandOf.length * 6 + 16)));
  const mask = counts.length - 1;
  const extend = (hash: number, word: number) => Math.imul(hash ^ (hash >>> 15) ^ word, 0x9e3779b1);
  const slotOf = (hash: number) => (hash ^ (hash >>> 13)) & mask;
  for (let entry = 0; entry < brandOf.length; entry++) {
    if (ownNameOf[entry] !== entry) continue;
    let hash = brandOf[entry]! + 1;
    for (let at = wordStarts[entry]!; at < wordStarts[entry + 1]! - 1; at++) {
      hash = extend(hash, words[at]!);
      const slot = slotOf(hash);
      if (counts[slot]! < 255) counts[slot]!++;
    }
  }
  return (entry) => {
    let hash = brandOf[entry]! + 1;
    for (let at = wordStarts[entry]!; at < wordStarts[entry + 1]!; at++)
      hash = extend(hash, words[at]!);
    return counts[slotOf(hash)]!;
  };
}

export function orderByPopularity(popularity: Float32Array): Uint32Array {
  const starts = new Uint32Array(sortLevels + 1);
  const levelOf = (value: number) =>
    sortLevels - 1 - Math.min(sortLevels - 1, Math.floor(value * sortLevels));
  for (const value of popularity) starts[levelOf(value) + 1]!++;
  for (let i = 0; i < sortLevels; i++) starts[i + 1]! += starts[i]!;
  const order = new Uint32Array(popularity.length);
  for (let i = 0; i < popularity.length; i++) order[starts[levelOf(popularity[i]!)]!++] = i;
  return order;
}
