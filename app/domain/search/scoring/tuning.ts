/** README.md explains how these interact. After a change run `npm run bench -- search`. */

/** Higher puts popular perfumes before better matches. */
export const popularityWeight = 0.2;

/** Higher favours long names that contain the query. */
export const coverageBaseWeight = 0.65;
/** Higher favours names without words beyond the query. */
export const nameCoverageWeight = 0.35;
/** Higher forgives long names, and queries of the brand alone. */
export const minNameCoverage = 0.3;
/** Higher favours the beginning of names. */
export const firstWordBonus = 0.02;
/** For names that continue the query ("la nuit de"). */
export const continuationBonus = 0.04;
/** For names and codes typed as printed on a bottle; lower favours popular bottles with similar names. */
export const writtenOutBonus = 0.25;
/** Higher tells "woman in gold" from "gold woman". */
export const wordOrderPenalty = 0.02;
/** Higher puts "Light Blue Pour Homme" before the better known "Light Blue" for "light blue uomo". */
export const otherGenderPenalty = 0.12;
/** Higher puts the plain perfume before its flankers. */
export const nameWordPenalty = 0.002;

/** Plus `prefixShareQuality` × the typed share of the term; their sum is 1. */
export const prefixBaseQuality = 0.86;
/** Higher prefers short terms while a person types. */
export const prefixShareQuality = 0.14;

/** For an unknown perfume: higher finds less nonsense, but also fewer misspelt perfumes. */
export const minConfidence = 0.8;
/** For the most popular perfume: higher guesses popular perfumes more often. */
export const popularityConfidenceDiscount = 0.22;
/** Higher forgives more meaningless words beside a full name. */
export const fullNameConfidenceDiscount = 0.25;
/** Lower accepts names with a missing word. */
export const fullNameCoverage = 0.96;
/** Lower accepts names of common words. */
export const fullNameMatchedWeight = 0.85;
/** Lower accepts unknown names of everyday words. */
export const fullNamePopularity = 0.5;
/** Lower suggests less likely names when nothing is found. */
export const nearConfidence = 0.38;

/** Higher also searches inside words when typos match. */
export const sureResult = 0.8;
/** Higher splits more correct words. */
export const splitQueryFactor = 0.96;
