import { isStopwordRole, roleOf, wordRole } from "../text/word-roles.ts";
import { queryTermWeights } from "./query-term-weights.ts";
import { maxSpanWords } from "./span.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches } from "./matches.ts";

/** Most that a function word ("de", "the") counts where it matches: more favours names full of articles. */
const maxFunctionWordWeight = 0.12;
/** Most that a filler word, gender or concentration counts where it matches: more favours "for men" over the name. */
const maxOptionalWordWeight = 0.3;
/** What a gender or concentration costs where it does not match: more hides the plain perfume from somebody who typed "edp". */
const missedPreferenceCost = 0.12;
/** What all filler words together cost where they do not match: more keeps long questions from finding the perfume. */
const missedFillerCost = 0.06;
/** What a function word costs where it does not match: more hides names that are quoted loosely. */
const missedFunctionWordCost = 0.02;
/** The same in a query without content words ("the one for men"), where there is little else to go by. */
const missedFunctionWordCostWithoutContent = 0.11;
/** Confidence that each unmatched filler word takes: more keeps greetings from finding perfumes, less forgives more talk. */
const fillerDoubt = 0.07;

/** A query's words and what each of them counts; arrays have one item per word. */
export type WeightedQuery = {
  words: string[];
  /** what a word counts in the score where a perfume matches it */
  matchWeights: Float64Array;
  /** what it costs where none of the perfume's terms match it */
  missCosts: Float64Array;
  /** how much an unmatched word speaks against the query being about perfume at all */
  doubts: Float64Array;
  /** where the same word stands earlier in the query, or -1 */
  repeatOf: number[];
  /** whether it ends with a function word, so that more was to follow */
  breaksOff: boolean;
  asksForGender: boolean;
  asksForConcentration: boolean;
};

/**
 * Decides what each word of a query counts, by its role and its termWeight. Function and filler words hardly cost anything
 * where they do not match, gender and concentration little; but where nothing else was typed, they count fully.
 * @param words at least one folded word
 * @param matches what the words match in the index
 */
export function weighQuery(index: InvertedIndex, matches: Matches, words: string[]): WeightedQuery {
  const termWeights = queryTermWeights(index, matches, words);
  const inAlias = wordsInAliases(index, words);
  const roles = words.map((word, at) => {
    if (inAlias.has(at)) return wordRole.content;
    // "parfum sauvage" begins with a filler word, "sauvage parfum" ends with a concentration.
    return at === 0 && word === "parfum" ? wordRole.filler : roleOf(word);
  });
  const topTier = Math.min(...roles.map(tierOf));
  const isTop = (at: number) => tierOf(roles[at]!) === topTier;
  const matchWeights = Float64Array.from(termWeights, (weight, at) => {
    if (isTop(at)) return weight;
    const max = roles[at] === wordRole.function ? maxFunctionWordWeight : maxOptionalWordWeight;
    return Math.min(weight, max);
  });
  const fillerCount = roles.filter((role) => role === wordRole.filler).length;
  const missCosts = Float64Array.from(roles, (role, at) => {
    if (isTop(at)) return matchWeights[at]!;
    if (tierOf(role) === tier.preference) return missedPreferenceCost;
    if (role === wordRole.filler) return missedFillerCost / fillerCount;
    return topTier === tier.content ? missedFunctionWordCost : missedFunctionWordCostWithoutContent;
  });
  return {
    words,
    matchWeights,
    missCosts,
    doubts: Float64Array.from(roles, (role) =>
      role === wordRole.filler && topTier < tier.stopword ? fillerDoubt : 0,
    ),
    repeatOf: words.map((word, at) => (at > 0 ? words.lastIndexOf(word, at - 1) : -1)),
    breaksOff: topTier === tier.content && roles.at(-1) === wordRole.function,
    asksForGender: roles.includes(wordRole.gender),
    asksForConcentration: roles.includes(wordRole.concentration),
  };
}

/** Kinds of words, the most informative first; only words of the first kind that a query has count fully. */
const tier = { content: 0, preference: 1, stopword: 2 } as const;

function tierOf(role: number): number {
  if (isStopwordRole(role)) return tier.stopword;
  return role === wordRole.gender || role === wordRole.concentration
    ? tier.preference
    : tier.content;
}

/** Words that are part of an alias of a brand ("d and g"): none of them is a stopword there. */
function wordsInAliases({ brandNames }: InvertedIndex, words: string[]): Set<number> {
  const found = new Set<number>();
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= maxSpanWords && from + count <= words.length; count++) {
      if (!brandNames.aliases.has(words.slice(from, from + count).join(""))) continue;
      for (let at = from; at < from + count; at++) found.add(at);
    }
  }
  return found;
}
