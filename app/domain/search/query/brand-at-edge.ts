import { functionWords } from "../text/stopwords.ts";
import { tokensOf } from "../text/tokenize.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";

const maxBrandWords = 6;
const minLetters = 2;
const maxWords = 40;

/** Brands at the start or end of a text, the longest first. `typed` and `rest` are as typed. */
export function* brandsAtEdges(
  { brandNames }: InvertedIndex,
  text: string,
): Generator<{ brand: number; typed: string; rest: string }> {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, maxWords);
  const brandOf = (part: string[]) => {
    const joined = tokensOf(part.join(" ")).join("");
    if (joined.length < minLetters) return undefined;
    return brandNames.names.get(joined) ?? brandNames.aliases.get(joined)?.[0];
  };
  for (let count = Math.min(words.length, maxBrandWords); count > 0; count--) {
    const start = words.slice(0, count);
    const first = brandOf(start);
    if (first !== undefined)
      yield { brand: first, typed: start.join(" "), rest: words.slice(count).join(" ") };
    const end = words.slice(-count);
    const last = count < words.length ? brandOf(end) : undefined;
    if (last === undefined) continue;
    const rest = withoutPreposition(words.slice(0, -count)).join(" ");
    yield { brand: last, typed: end.join(" "), rest };
  }
}

function withoutPreposition(words: string[]): string[] {
  const last = words.at(-1);
  return last !== undefined && functionWords.has(last.toLowerCase()) ? words.slice(0, -1) : words;
}
