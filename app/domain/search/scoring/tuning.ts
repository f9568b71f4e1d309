/** README.md explains how these work together. After a change run `npm run bench -- search`. */

/** Higher puts popular perfumes before better matches. */
export const popularityWeight = 0.2;

/** Higher favours long names that contain the query. */
export const coverageBaseWeight = 0.65;
/** Higher favours names that are no more than the query. */
export const nameCoverageWeight = 0.35;
/** Higher forgives long names, and queries of the brand alone. */
export const minNameCoverage = 0.3;
/** Higher favours the beginning of names. */
export const firstWordBonus = 0.02;
/** For names that go on where the query breaks off ("la nuit de"). */
export const continuationBonus = 0.04;
/** For a name or code as read off a bottle; lower puts a popular bottle with nearly that name first. */
export const writtenOutBonus = 0.25;
/** Higher tells "woman in gold" from "gold woman". */
export const wordOrderPenalty = 0.02;
/** Higher puts the plain perfume before its flankers. */
export const nameWordPenalty = 0.002;

/** With what the typed share of the term adds, 1 for the whole term. */
export const prefixBaseQuality = 0.86;
/** Higher prefers short terms while a person types. */
export const prefixShareQuality = 0.14;

/** Of an unknown perfume: higher finds less nonsense, and fewer misspelt perfumes. */
export const minConfidence = 0.8;
/** Of the most popular perfume: higher guesses more often that popular perfumes are meant. */
export const popularityConfidenceDiscount = 0.22;
/** Higher forgives more meaningless words beside a full name. */
export const fullNameConfidenceDiscount = 0.25;
/** Lower accepts names with a word left out. */
export const fullNameCoverage = 0.96;
/** Lower accepts names of common words. */
export const fullNameMatchedWeight = 0.85;
/** Lower accepts unknown names of everyday words. */
export const fullNamePopularity = 0.5;
/** Lower offers less likely names where nothing was found. */
export const nearConfidence = 0.38;

/** Higher looks for letters inside words beside more typos. */
export const sureResult = 0.8;
/** Higher splits words that were right. */
export const splitQueryFactor = 0.96;
