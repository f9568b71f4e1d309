/**
 * The numbers that order the results and decide which perfumes are results at all. How they work together is explained in
 * README.md; change one, then run `npm run bench -- search`.
 */

/** Popularity (0 to 1) counts this much: higher puts popular perfumes before better matches. */
export const popularityWeight = 0.2;

/** Part of the query's coverage that counts whatever the name is: higher favours long names that contain the query. */
export const coverageBaseWeight = 0.65;
/** Part of it that counts by the covered share of the name: higher favours names that are no more than the query. */
export const nameCoverageWeight = 0.35;
/** A name counts as covered to this share at least: higher forgives long names, and queries of the brand alone. */
export const minNameCoverage = 0.3;
/** A query that covers the first word of the name counts so much more: higher favours the beginning of names. */
export const firstWordBonus = 0.02;
/** A query that breaks off at a function word ("la nuit de") counts so much more for names that go on from there. */
export const continuationBonus = 0.04;
/**
 * A look-alike's name, another name or a code that was typed as it is written, alone or with the brand, counts so much more:
 * with less, a popular bottle with nearly that name comes first, although the shopper read this one off the bottle.
 */
export const writtenOutBonus = 0.25;
/** Cost of words in another order than the name's: higher tells "woman in gold" from "gold woman", lower forgives more. */
export const wordOrderPenalty = 0.02;
/** Each word of the name costs this much: higher puts the plain perfume before its later versions. */
export const nameWordPenalty = 0.002;

/** Quality of a match with a term of which the query is a prefix: the base, and what the typed share of the term adds. */
export const prefixBaseQuality = 0.86;
/** Together with the base it makes 1 for the whole term: higher prefers short terms while a person types. */
export const prefixShareQuality = 0.14;

/** Confidence that an unknown perfume needs to be a result: higher finds less nonsense, and fewer misspelt perfumes. */
export const minConfidence = 0.8;
/** The most popular perfume needs so much less confidence: higher guesses more often that popular perfumes are meant. */
export const popularityConfidenceDiscount = 0.22;
/** A perfume whose full name was typed needs so much less: higher forgives more meaningless words beside the name. */
export const fullNameConfidenceDiscount = 0.25;
/** A name is typed in full from this covered share on: lower accepts names with a word left out. */
export const fullNameCoverage = 0.96;
/** A name is typed in full only if its matches weigh this much: lower accepts names of common words. */
export const fullNameMatchedWeight = 0.85;
/** A name is typed in full only if the perfume is more popular than this: lower accepts unknown names of everyday words. */
export const fullNamePopularity = 0.5;
/** Confidence that a name needs to be offered as near where nothing was found: lower offers less likely names. */
export const nearConfidence = 0.38;

/** With a result of this confidence, letters inside words are not looked for: higher finds them beside more typos. */
export const sureResult = 0.8;
/** Results of a query with its compounds split count this much of their score: higher splits words that were right. */
export const splitQueryFactor = 0.96;
