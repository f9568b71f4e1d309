import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches, Strength } from "./matches.ts";

/** An alias is as good as the name, nearly. */
const aliasMatch: Strength = { quality: 0.97, confidence: 1 };
/** An alias with two letters swapped ("yls"): stronger misreads other abbreviations. */
const swappedAliasMatch: Strength = { quality: 0.8, confidence: 0.6 };
const minSwappedLetters = 3;

/** Quality of initials, less a step for each greater brand with the same ones: higher outranks words of names. */
const initialsQuality = 0.88;
const initialsQualityStep = 0.03;
/** Brands with the same initials beyond this many are not looked at. */
const maxBrandsWithInitials = 8;
/** Confidence in initials by number of letters (0 to 5): two letters mean too many things. Longer ones are not used. */
const initialsConfidence = [0, 0, 0.4, 0.6, 0.7, 0.8] as const;

/** Words written together that are another name or the initials of a brand: those brands. */
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
