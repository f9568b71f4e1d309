import type { IngestedEntries } from "./ingest.ts";

/** Weight of the number of later versions in an estimate: more trusts that a name with many flankers is a classic. */
const versionsWeight = 0.42;
/** This many later versions are as good as any more: fewer makes small families count for more. */
const manyVersions = 15;
/** Weight of the brand's size in an estimate: more favours unknown perfumes of big brands. */
const brandSizeWeight = 0.13;
/** A brand with about this many perfumes is as big as any: fewer favours middling brands. */
const bigBrand = 300;
/**
 * What an estimate counts where the brand's other perfumes have a popularity: a perfume without any is then a stray
 * duplicate more often than a classic. More favours classics, less hides duplicates.
 */
const estimateFactorOfKnownBrand = 0.4;

/** Sorting by popularity is exact to one in this many: more levels are more exact and take more memory. */
const sortLevels = 4096;

/**
 * Popularity of each name, 0 to 1: its bottle's logarithm, relative to the most popular one. Where popularity is unknown it is
 * estimated from the number of later versions named after the perfume ("Light Blue Intense") and the size of its brand.
 */
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
 * Counts, for every brand and beginning of a name, the longer names that begin so. The beginnings are hashed into a table
 * of bytes: a collision now and then does no harm to an estimate, and a Map of millions of strings would.
 * @returns a function from an entry to the number of its longer versions, up to 255
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

/** Popularity of each entry in; entries by popularity out, the most popular first, equals in the order they came. */
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
