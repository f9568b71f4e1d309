import { tokensOf } from "./text/tokens.ts";
import { isStopword, roleOf, wordRole } from "./text/word-roles.ts";

const mostLetters = 300;
const mostWords = 10;

/** A query in words, and what each is worth: when a perfume agrees with it, and when it does not. */
export type Query = {
  words: string[];
  agreed: number[];
  missed: number[];
  /** how much a word that nothing agrees with speaks against the whole query being about perfume */
  doubt: number[];
  /** word → an earlier place of the same word, or -1 */
  repeats: number[];
  wantsGender: boolean;
  wantsStrength: boolean;
};

/** What a person typed in; its words out, talk around the name dropped when there are too many. */
export function readWords(text: string): string[] {
  const words = tokensOf(withoutSizes(text.slice(0, mostLetters)));
  if (words.length > 1 && words.at(-1) === "0") words.pop();
  const brief = words.length > mostWords ? words.filter((word) => !isStopword(word)) : words;
  return (brief.length ? brief : words).slice(0, mostWords).map((word) => word.slice(0, 40));
}

const withoutSizes = (text: string) => {
  const rest = text.replace(/\b\d+([.,]\d+)?\s*(ml|oz|fl)\b\.?/gi, " ");
  return rest.trim() ? rest : text;
};

/**
 * Weighs the words of a query. Linking words and talk are free to miss, "for men" and "eau de parfum" nearly so; but where
 * nothing else was typed, they are all there is to go by.
 * @param weightOf how telling a word is in this catalogue, 0 to 1
 * @param kept words that stand for something (a house) and so are not free to miss
 */
export function weigh(
  words: string[],
  weightOf: (word: string, at: number) => number,
  kept: Set<number>,
): Query {
  const roles = words.map((word, at) =>
    kept.has(at)
      ? wordRole.content
      : at === 0 && word === "parfum"
        ? wordRole.filler
        : roleOf(word),
  );
  const tier = (kind: number) =>
    kind === wordRole.function || kind === wordRole.filler
      ? 2
      : kind === wordRole.gender || kind === wordRole.concentration
        ? 1
        : 0;
  const best = Math.min(...roles.map(tier));
  const agreed = words.map((word, at) => {
    const weight = weightOf(word, at);
    if (tier(roles[at]!) === best) return weight;
    return Math.min(weight, roles[at] === wordRole.function ? 0.12 : 0.3);
  });
  const talk = roles.filter((kind) => kind === wordRole.filler).length;
  const missed = words.map((_, at) => {
    const kind = roles[at]!;
    if (tier(kind) === best) return agreed[at]!;
    if (tier(kind) === 1) return 0.12;
    if (kind === wordRole.filler) return 0.06 / talk;
    return best > 0 ? 0.11 : 0.02;
  });
  const doubt = roles.map((kind) => (kind === wordRole.filler && best < 2 ? 0.07 : 0));
  return {
    words,
    agreed,
    missed,
    doubt,
    repeats: words.map((word, at) => (at > 0 ? words.lastIndexOf(word, at - 1) : -1)),
    wantsGender: roles.includes(wordRole.gender),
    wantsStrength: roles.includes(wordRole.concentration),
  };
}
