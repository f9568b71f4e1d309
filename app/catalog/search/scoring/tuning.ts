/**
 * The numbers that order the results and decide which perfumes are results at all. How they work together is explained in
 * README.md; change one, then run `npm run bench -- search`.
 */

/** Popularity (0 to 1) counts this much: higher puts famous perfumes before better matches. */
export const popularityWeight = 0.2;

/** Part of the query's coverage that counts whatever the name is: higher favours long names that contain the query. */
export const coverageBaseWeight = 0.65;
/** Part of it that counts by the covered share of the name: higher favours names that are no more than the query. */
export const nameCoverageWeight = 0.35;
/** A name counts as covered to this share at least: higher forgives long names, and queries of the brand alone. */
export const minNameCoverage = 0.3;
/** A query that covers the first word of the name counts so much more: higher favours the beginning of names. */
export const firstWordBonus = 0.02;
/** Words in another order than the name's cost this much: higher hides perfumes from who mixes up the order. */
export const wordOrderPenalty = 0.02;
/** Each word of the name costs this much: higher puts the plain perfume before its later versions. */
export const nameWordPenalty = 0.002;

/** Quality of a match with a term of which the query is a prefix: the base, and what the typed share of the term adds. */
export const prefixBaseQuality = 0.86;
/** Higher prefers short terms while a person types; together with the base it makes 1 for the whole term. */
export const prefixShareQuality = 0.14;

/** Confidence that an unknown perfume needs to be a result: higher finds less nonsense, and fewer misspelt perfumes. */
export const minConfidence = 0.8;
/** What a fully popular perfume needs less: higher guesses that the most famous perfumes are meant. */
export const popularityConfidenceDiscount = 0.22;
/** What a perfume needs less whose full name was typed: higher ignores more words that mean nothing beside it. */
export const fullNameConfidenceDiscount = 0.25;
/** A name is typed in full from this covered share on: lower accepts names with a word left out. */
export const fullNameCoverage = 0.96;
/** and when what matches counts this much: lower accepts names of common words. */
export const fullNameMatchedWeight = 0.85;
/** and when the perfume is at least so popular: lower lets unknown names of everyday words through. */
export const fullNamePopularity = 0.5;

/** Results of a query with its compounds split count this much of their score: higher splits words that were right. */
export const splitQueryFactor = 0.96;
