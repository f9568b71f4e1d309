import { stretchOf } from "./hits.ts";
import { weigh } from "./query.ts";
import { termOf } from "./terms.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Hits } from "./hits.ts";
import type { Query } from "./query.ts";

/**
 * The words of a query in, weighed by this catalogue: a word it does not know weighs as much as the most telling one that it
 * may stand for, or fully when there is none.
 */
export function weighIn(catalogue: Catalogue, hits: Hits, words: string[]): Query {
  const { terms, aliases } = catalogue;
  const kept = new Set<number>();
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count < 5 && from + count <= words.length; count++) {
      if (!aliases.has(words.slice(from, from + count).join(""))) continue;
      for (let at = from; at < from + count; at++) kept.add(at);
    }
  }
  const guessed = new Float64Array(words.length);
  for (const term of hits.terms) {
    for (let at = hits.ofTerm(term); at >= 0; at = hits.next[at]!) {
      for (let word = 0; word < words.length; word++) {
        if (hits.stretch[at] === stretchOf(word, 1))
          guessed[word] = Math.max(guessed[word]!, terms.weight[term]!);
      }
    }
  }
  const torn = tornWords(catalogue, words);
  return weigh(
    words,
    (word, at) => {
      if (torn.has(at)) return torn.get(at)!;
      const term = termOf(terms, word);
      return term >= 0 ? terms.weight[term]! : guessed[at]! || 1;
    },
    kept,
  );
}

/** Words that only make sense glued to their neighbour ("flower bmb", "ver sace"), with their share of the whole word's weight. */
function tornWords({ terms }: Catalogue, words: string[]): Map<number, number> {
  const torn = new Map<number, number>();
  for (let at = 0; at + 1 < words.length; at++) {
    const whole = termOf(terms, words[at]! + words[at + 1]!);
    if (whole < 0 || (termOf(terms, words[at]!) >= 0 && termOf(terms, words[at + 1]!) >= 0))
      continue;
    torn.set(at, terms.weight[whole]! / 2).set(at + 1, terms.weight[whole]! / 2);
  }
  return torn;
}
