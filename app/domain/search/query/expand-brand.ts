import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches, Strength } from "./matches.ts";

const aliasMatch: Strength = { quality: 0.97, confidence: 1 };
const swappedAliasMatch: Strength = { quality: 0.8, confidence: 0.6 };
const minSwappedLetters = 3;

/** Decreases with each larger brand with the same initials. */
const initialsQuality = 0.88;
const initialsQualityStep = 0.03;
const maxBrandsWithInitials = 8;
const initialsConfidence = [0, 0, 0.4, 0.6, 0.7, 0.8] as const;

export function expandBrand(
  matches: Matches,
  { brandNames }: InvertedIndex,
  joined: string,
  span: number,
): void {
  const { aliases, initials } = brandNames;
  for (const brand of aliases.get(joined) ?? []) matches.addBrand(brand, span, aliasMatch);
  for (let at = 1; at < joined.length && joined.length >= minSwappedLetters; at++) {
    const swapped = joined.slice(0, at - 1) + joined[at] + joined[at - 1] + joined.slice(at + 1);
    for (const brand of aliases.get(swapped) ?? [])
      matches.addBrand(brand, span, swappedAliasMatch);
  }
  const confidence = initialsConfidence[joined.length];
  if (confidence === undefined) return;
  (initials.get(joined) ?? []).slice(0, maxBrandsWithInitials).forEach((brand, rank) => {
    const quality = initialsQuality - initialsQualityStep * rank;
    matches.addBrand(brand, span, { quality, confidence });
  });
}
