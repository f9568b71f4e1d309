import type { Intake } from "./intake.ts";

const levels = 4096;

/**
 * How famous each entry is, 0 to 1: the logarithm of its popularity. Where popularity is unknown, the number of
 * later versions named after it ("Light Blue Intense") and the size of its house say it less surely.
 */
export function fameOf({ houses, houseOf, popularity, starts, words }: Intake): Float32Array {
  const size = popularity.length;
  const table = new Uint8Array(2 ** Math.ceil(Math.log2(size * 6 + 16)));
  const mask = table.length - 1;
  const step = (hash: number, word: number) => Math.imul(hash ^ (hash >>> 15) ^ word, 0x9e3779b1);
  let largest = 1;
  for (let i = 0; i < size; i++) {
    if (popularity[i]! > largest) largest = popularity[i]!;
    let hash = houseOf[i]! + 1;
    for (let at = starts[i]!; at < starts[i + 1]! - 1; at++) {
      hash = step(hash, words[at]!);
      const place = (hash ^ (hash >>> 13)) & mask;
      if (table[place]! < 255) table[place]!++;
    }
  }
  const fame = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    let hash = houseOf[i]! + 1;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) hash = step(hash, words[at]!);
    const versions = table[(hash ^ (hash >>> 13)) & mask]!;
    const house = Math.min(1, Math.log1p(houses[houseOf[i]!]!.perfumes) / Math.log(300));
    const guessed = 0.42 * Math.min(1, Math.log1p(versions) / Math.log(16)) + 0.13 * house;
    // Where a house's popularity is known, a perfume without any is a stray duplicate more often than a classic.
    const sure = houses[houseOf[i]!]!.popularity > 0 ? 0.4 : 1;
    fame[i] = Math.max(Math.log1p(popularity[i]!) / Math.log1p(largest), guessed * sure);
  }
  return fame;
}

/** Entries by fame, the most famous first, equals in the order they came. */
export function byFame(fame: Float32Array): Uint32Array {
  const starts = new Uint32Array(levels + 1);
  const level = (value: number) => levels - 1 - Math.min(levels - 1, Math.floor(value * levels));
  for (const value of fame) starts[level(value) + 1]!++;
  for (let i = 0; i < levels; i++) starts[i + 1]! += starts[i]!;
  const order = new Uint32Array(fame.length);
  for (let i = 0; i < fame.length; i++) order[starts[level(fame[i]!)]!++] = i;
  return order;
}
