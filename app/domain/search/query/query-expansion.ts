import { expandBrand } from "./expand-brand.ts";
import { expandInitials } from "./expand-initials.ts";
import { expandNumber } from "./expand-number.ts";
import { expandInnerPrefix, expandLastPrefix } from "./expand-prefix.ts";
import { expandJoinedWords, expandWord } from "./expand-word.ts";
import { maxSpanWords, spanOf } from "./span.ts";
import type { InvertedIndex } from "../index/inverted-index.ts";
import type { Matches } from "./matches.ts";

/** Adds every term and brand that a span of the query can stand for to `matches`. */
export function expandQuery(
  matches: Matches,
  index: InvertedIndex,
  words: string[],
  lastWordUnfinished: boolean,
): void {
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= maxSpanWords && from + count <= words.length; count++) {
      const span = spanOf(from, count);
      const spanWords = words.slice(from, from + count);
      expandBrand(matches, index, spanWords.join(""), span);
      expandNumber(matches, index, spanWords, span);
      expandInitials(matches, index, spanWords, span);
      if (count === 1) expandWord(matches, index, spanWords[0]!, span);
      else expandJoinedWords(matches, index, spanWords, span);
      if (lastWordUnfinished && from + count === words.length)
        expandLastPrefix(matches, index, spanWords, span);
      else if (count === 1) expandInnerPrefix(matches, index, spanWords[0]!, span);
    }
  }
}
