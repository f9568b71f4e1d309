import { tokensOf } from "../text/tokenize.ts";
import { isStopword } from "../text/word-roles.ts";

/** Limits on what is read of a query, so that no text takes long: a name with its brand needs less. */
const maxLetters = 300;
export const maxQueryWords = 10;
const maxWordLetters = 40;

/**
 * What a person typed in; 0 to 10 folded words out. Sizes ("100 ml") are left out, and stopwords where there are too many
 * words.
 */
export function parseQuery(text: string): string[] {
  const words = tokensOf(withoutSizes(text.slice(0, maxLetters)));
  // A "0" at the end is what is left of a half typed number such as "100".
  if (words.length > 1 && words.at(-1) === "0") words.pop();
  const chosen = words.length > maxQueryWords ? words.filter((word) => !isStopword(word)) : words;
  return (chosen.length > 0 ? chosen : words)
    .slice(0, maxQueryWords)
    .map((word) => word.slice(0, maxWordLetters));
}

function withoutSizes(text: string): string {
  const rest = text.replace(/\b\d+([.,]\d+)?\s*(ml|oz|fl)\b\.?/gi, " ");
  return rest.trim() ? rest : text;
}

/** Whether the last word of a text may be unfinished: nothing was typed after it, not even a blank. */
export const endsInWord = (text: string): boolean => /[\p{L}\p{N}]$/u.test(text);
