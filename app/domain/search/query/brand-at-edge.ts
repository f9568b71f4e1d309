import { functionWords } from "../text/stopwords.ts";
import { tokensOf } from "../text/tokenize.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";

const maxBrandWords = 6;
const minLetters = 2;
const maxWords = 40;

/** The longest brand at the start of a text, else at its end. `rest` is as typed. */
export function brandAtEdge(
  { brandNames }: InvertedIndex,
  text: string,
): { brand: number; rest: string } | undefined {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, maxWords);
  const brandOf = (part: string[]) => {
    const joined = tokensOf(part.join(" ")).join("");
    if (joined.length < minLetters) return undefined;
    return brandNames.names.get(joined) ?? brandNames.aliases.get(joined)?.[0];
  };
  for (let count = Math.min(words.length, maxBrandWords); count > 0; count--) {
    const first = brandOf(words.slice(0, count));
    if (first !== undefined) return { brand: first, rest: words.slice(count).join(" ") };
    const last = brandOf(words.slice(-count));
    if (last !== undefined)
      return { brand: last, rest: withoutPreposition(words.slice(0, -count)).join(" ") };
  }
  return undefined;
}

function withoutPreposition(words: string[]): string[] {
  const last = words.at(-1);
  return last !== undefined && functionWords.has(last.toLowerCase()) ? words.slice(0, -1) : words;
}
