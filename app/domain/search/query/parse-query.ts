import { tokensOf } from "../text/tokenize.ts";
import { isStopword, roleOf, wordRole } from "../text/word-roles.ts";

export const maxLetters = 300;
export const maxQueryWords = 10;
const maxWordLetters = 40;

/** Drops sizes and prices ("100 ml", "20 €", "under 30"), and stopwords from more than ten words. */
export function parseQuery(text: string): string[] {
  const words = tokensOf(withoutSizes(text.slice(0, maxLetters)));
  // A trailing "0" is the rest of a half-typed number such as "100".
  if (words.length > 1 && words.at(-1) === "0") words.pop();
  const chosen = words.length > maxQueryWords ? words.filter((word) => !isStopword(word)) : words;
  return (chosen.length > 0 ? chosen : words)
    .slice(0, maxQueryWords)
    .map((word) => word.slice(0, maxWordLetters));
}

export const tellingWords = (words: string[]): string[] =>
  words.filter((word) => roleOf(word) === wordRole.content);

const sizeOrPrice =
  /\b\d+([.,]\d+)?\s*((ml|oz|fl|eur|euros?)\b\.?|[€$£])|[€$£]\s*\d+([.,]\d+)?|\b(under|below|unter|menos de|moins de|meno di|sotto( i)?|abaixo de)\s+\d+\b/gi;

export function withoutSizes(text: string): string {
  const rest = text.replace(sizeOrPrice, " ");
  return rest.trim() ? rest : text;
}

/** Whether the last word may be unfinished: nothing follows it, not even a space. */
export const endsInWord = (text: string): boolean => /[\p{L}\p{N}]$/u.test(text);
